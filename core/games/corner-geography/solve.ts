/**
 * Rules:    a token walks from the corner of an n × n board, never to a cell twice; who cannot step loses
 * Theorem:  the first player wins exactly if dominoes cover the board (theory/domino-tiling)
 * Source:   BZOJ 2463
 * Cost:     O(1)
 * Verified: against the oracle, n ≤ 5
 */
import { dominoesCoverBoard } from '../../theory/domino-tiling.ts';
import type { Answer, Case } from './rules.ts';

export function solve(side: Case): Answer {
  return dominoesCoverBoard(side);
}
