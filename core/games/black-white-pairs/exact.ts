import type { Cost } from '../../game.ts';
import { binomialColumn, exactBinomial } from '../../number/exact-binomial.ts';
import { exactMooreNimPPositions } from '../../theory/moore-nim-count-exact.ts';
import { productsOf } from './plan.ts';
import type { Case } from './rules.ts';

/** The layouts that the first player wins: the sum of `solve`, not a residue of it. */
export function exactCount({ cells, pieces, moved }: Case): bigint {
  const pairs = pieces / 2;
  const empty = cells - pieces;
  const byTotal = exactMooreNimPPositions(pairs, moved, empty);
  let lost = 0n;
  // C(outside + pairs, pairs) for outside = 0, 1, … empty.
  let outside = 0;
  for (const places of binomialColumn(pairs)) {
    if (outside > empty) break;
    const inside = empty - outside++;
    if (inside % (moved + 1) === 0) lost += (byTotal[inside / (moved + 1)] as bigint) * places;
  }
  return exactBinomial(cells, pieces) - lost;
}

/**
 * In products of residues, as `cost` counts: a product of two integers takes as long as fifty of them
 * and 0.3 more for each pair of their 64-bit words; next to them the C(n, k / 2) are cheap. The
 * integers have at most the binary digits of C(n, k), which n · H(k / n) bounds, and of 2^(k / 2).
 */
export function exactCost(c: Case): Cost {
  const { cells, pieces, moved } = c;
  const share = pieces / cells;
  const entropy = -(share * Math.log2(share) + (1 - share) * Math.log2(Math.max(1 - share, 1e-12)));
  const words = Math.max(1, (cells * entropy) / 64);
  const totals = Math.floor((cells - pieces) / (moved + 1)) + 1;
  const product = 50 + 0.3 * words * (pieces / 128);
  const column = (cells - pieces) * (120 + 3 * words);
  return {
    steps: Math.ceil(product * productsOf(c) + column),
    bytes: Math.ceil((totals + pieces) * (24 + 8 * words)),
  };
}
