import type { Case } from '../../../core/games/coin-progressions/rules.ts';
import { solve as right } from '../../../core/games/coin-progressions/solve.ts';

/** Takes MAXQ for the number of flipped coins, the chosen one among them. */
export function solve(c: Case): boolean {
  return right({ ...c, most: c.most - 1 });
}
