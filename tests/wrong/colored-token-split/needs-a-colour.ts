import type { Case } from '../../../core/games/colored-token-split/rules.ts';
import { grundyExponents } from '../../../core/games/colored-token-split/solve.ts';

/** Forgets that the set of colours may be empty: takes a vertex without edges for a lost one. */
export function solve(c: Case): boolean {
  const exponents = grundyExponents(c);
  const odd = new Set<number>();
  for (const vertex of c.tokens) {
    if (!c.edges.tails.includes(vertex)) continue;
    const exponent = exponents[vertex] as number;
    if (!odd.delete(exponent)) odd.add(exponent);
  }
  return odd.size > 0;
}
