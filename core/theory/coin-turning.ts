import { mex } from './mex.ts';

/**
 * Statement: in a coin-turning game a move turns one chosen coin from its live to its dead side and
 * turns over a set of earlier coins with it; which sets are allowed depends on the chosen coin, not
 * on what the others show. A position is the disjunctive sum of its live coins, each alone; the
 * Grundy value of a coin is the mex, over the sets that it may be turned with, of the nim-sum of the
 * values of the set. (A coin turned to live twice is dead, as two equal summands cancel.)
 * Source: Ferguson, Game Theory, part I, section 5.1; Berlekamp, Conway and Guy, Winning Ways,
 * chapter 14, where the live side is heads.
 * Valid for: finite coin-turning games under normal play in which the chosen coin is the last one
 * turned in some fixed order.
 *
 * Here the coins are pairs of exponents (a, b), and a coin is turned with q ≥ 1 others in steps of
 * p ≥ 1 down one exponent: (a − p, b), (a − 2p, b) … (a − q·p, b), or the same in b, with q ≤ `most`.
 * Returned as `values[a][b]`; row a has `widths[a]` values, and no row is wider than the one before.
 */
export function progressionGrundyValues(widths: readonly number[], most: number): number[][] {
  const values: number[][] = [];
  for (const [a, width] of widths.entries()) {
    const row: number[] = [];
    values.push(row);
    for (let b = 0; b < width; b++) {
      const column = values.slice(0, a).map((before) => before[b] as number);
      row.push(mex([...progressionSums(column, most), ...progressionSums(row, most)]));
    }
  }
  return values;
}

/** For a coin at the end of a line: the nim-sums of the sets that it may be turned with. */
function progressionSums(line: readonly number[], most: number): number[] {
  const sums: number[] = [];
  for (let p = 1; p <= line.length; p++) {
    let sum = 0;
    for (let q = 1; q <= most && p * q <= line.length; q++) {
      sum ^= line[line.length - p * q] as number;
      sums.push(sum);
    }
  }
  return sums;
}
