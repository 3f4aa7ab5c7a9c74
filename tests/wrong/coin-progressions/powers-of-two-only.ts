import type { Case } from '../../../core/games/coin-progressions/rules.ts';
import { grundyValues } from '../../../core/games/coin-progressions/solve.ts';

/** Forgets the moves along the powers of 3. */
export function solve(c: Case): boolean {
  const values = grundyValues(c.most);
  let sum = 0;
  for (const [index, coin] of c.coins.entries()) {
    const twos = 31 - Math.clz32((index + 1) & -(index + 1));
    if (coin === 0) sum ^= values[twos]?.[0] ?? 0;
  }
  return sum !== 0;
}
