import type { Answer, Case } from '../../../core/games/sliding-geography/rules.ts';
import { solve as right } from '../../../core/games/sliding-geography/solve.ts';

/** Numbers the rounds from 0. */
export function solve(c: Case): Answer {
  return right(c).map((round) => round - 1);
}
