import type { Answer, Case } from '../../../core/games/sliding-geography/rules.ts';
import { wonStarts } from '../../../core/theory/vertex-geography.ts';
import { roundsWhere, walkGraph, walkOf } from '../rounds-where.ts';

/** Judges every position on the board of the start, as if the hole had left no cell behind. */
export function solve(c: Case): Answer {
  const won = wonStarts(walkGraph(c));
  const walk = walkOf(c);
  const winsFrom = (move: number) => won[walk[move] as number] === 1;
  return roundsWhere(c, (first) => winsFrom(first) && winsFrom(first + 1));
}
