/**
 * Rules:    white and black pieces in turn on a strip; a turn moves 1 to d of one's own between their neighbours
 * Theorem:  the gaps of the k / 2 pairs are heaps of Moore's Nim_d; its P-positions are counted (theory/moore-nim-count)
 * Source:   BZOJ 2281
 * Cost:     O(n) and at most (n − k) · k / (d + 1)^2 / 4 products mod 10^9 + 7
 * Verified: against all layouts, n ≤ 14, two pairs n ≤ 20; the game with moves both ways, n ≤ 11
 */
import { binomial, factorialsUpTo } from '../../number/binomial.ts';
import { MODULUS, mulMod, subMod } from '../../number/mod-arithmetic.ts';
import { countMooreNimPPositions } from '../../theory/moore-nim-count.ts';
import type { Answer, Case } from './rules.ts';

export function solve({ cells, pieces, moved }: Case): Answer {
  const table = factorialsUpTo(cells);
  const pairs = pieces / 2;
  const empty = cells - pieces;
  const byTotal = countMooreNimPPositions(table, pairs, moved, empty);
  // At most 2^23 summands below 2^30.
  let lost = 0;
  for (let t = 0; t < byTotal.length; t++) {
    // The cells outside the gaps are shared out before, between and after the pairs.
    const outside = empty - t * (moved + 1);
    const places = binomial(table, outside + pairs, pairs);
    lost += mulMod(byTotal[t] as number, places, MODULUS);
  }
  return subMod(binomial(table, cells, pieces), lost % MODULUS, MODULUS);
}
