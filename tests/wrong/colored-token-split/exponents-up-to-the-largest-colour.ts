import type { Case } from '../../../core/games/colored-token-split/rules.ts';
import { grundyExponents } from '../../../core/games/colored-token-split/solve.ts';

/** Looks for an odd number of tokens only among the exponents up to the largest colour number. */
export function solve(c: Case): boolean {
  const exponents = grundyExponents(c);
  const largest = Math.max(-1, ...c.colours);
  const odd = new Set<number>();
  for (const vertex of c.tokens) {
    const exponent = exponents[vertex] as number;
    if (!odd.delete(exponent)) odd.add(exponent);
  }
  return [...odd].some((exponent) => exponent <= largest);
}
