import type { Case } from '../../../core/games/coin-progressions/rules.ts';
import { solve as right } from '../../../core/games/coin-progressions/solve.ts';

/** Lets a move flip as many coins as there are. */
export function solve(c: Case): boolean {
  return right({ ...c, most: c.coins.length });
}
