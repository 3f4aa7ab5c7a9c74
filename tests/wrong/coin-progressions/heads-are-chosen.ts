import type { Case } from '../../../core/games/coin-progressions/rules.ts';
import { solve as right } from '../../../core/games/coin-progressions/solve.ts';

/** Reads 1 as the side that a chosen coin must show. */
export function solve(c: Case): boolean {
  return right({ ...c, coins: c.coins.map((coin) => 1 - coin) });
}
