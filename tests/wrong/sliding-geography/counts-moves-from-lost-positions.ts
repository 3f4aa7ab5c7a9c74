import type { Answer, Case } from '../../../core/games/sliding-geography/rules.ts';
import { roundsWhere, wonBeforeEachMove } from '../rounds-where.ts';

/** Calls every move a mistake that leaves the second player a win, even where the game was lost before. */
export function solve(c: Case): Answer {
  const won = wonBeforeEachMove(c);
  return roundsWhere(c, (first) => won[first + 1] === 1);
}
