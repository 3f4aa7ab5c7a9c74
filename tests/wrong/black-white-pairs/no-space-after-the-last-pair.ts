import type { Case } from '../../../core/games/black-white-pairs/rules.ts';
import { binomial, factorialsUpTo } from '../../../core/number/binomial.ts';
import { countMooreNimPPositions } from '../../../core/theory/moore-nim-count.ts';

/** Shares the cells outside the gaps out among k/2 places: forgets the one after the last pair. */
export function solve({ cells, pieces, moved }: Case): number {
  const table = factorialsUpTo(cells);
  const pairs = pieces / 2;
  const empty = cells - pieces;
  const byTotal = countMooreNimPPositions(table, pairs, moved, empty);
  const lost = byTotal.reduce((sum, count, t) => {
    const outside = empty - t * (moved + 1);
    return sum + count * binomial(table, outside + pairs - 1, pairs - 1);
  }, 0);
  return binomial(table, cells, pieces) - lost;
}
