import type { Answer, Case } from '../../../core/games/sliding-geography/rules.ts';
import { roundsWhere, wonBeforeEachMove } from '../rounds-where.ts';

/** Looks for the mistakes of the second player. */
export function solve(c: Case): Answer {
  const won = wonBeforeEachMove(c);
  return roundsWhere(c, (first) => won[first + 1] === 1 && won[first + 2] === 1);
}
