/**
 * Rules:    choose a coin that shows tails; flip it and some coins reached by dividing by a power of 2 or of 3
 * Theorem:  the coins that show tails are summands, with one Grundy value per pair of exponents (theory/coin-turning)
 * Source:   BZOJ 4600
 * Cost:     O(n), and once for each MAXQ up to 30 the values of 306 pairs of exponents
 * Verified: against the oracle, all positions for n = 8, 12 and 16, chosen ones up to n = 27
 */
import type { Range } from '../../number/ranges.ts';
import { progressionGrundyValues } from '../../theory/coin-turning.ts';
import { type Answer, type Case, limits } from './rules.ts';

export function solve(c: Case): Answer {
  return nimSumOfTails(c, { first: 0, last: c.coins.length }) !== 0;
}

/** Coins per block: as many bytes as stay in the fastest cache while every unit strides over them. */
const BLOCK = 32_768;

/** The nim-sum over the coins of a range, by index, that show tails. Values stay below 2^8. */
export function nimSumOfTails(c: Case, { first, last }: Range): number {
  let sum = 0;
  for (let start = first; start < last; start += BLOCK) {
    sum ^= nimSumOfBlock(c, { first: start, last: Math.min(start + BLOCK, last) });
  }
  return sum;
}

function nimSumOfBlock({ coins, most }: Case, block: Range): number {
  let sum = 0;
  for (const [a, row] of grundyValues(most).entries()) {
    let unit = 2 ** a;
    if (unit > block.last) break;
    for (const value of row) {
      if (unit > block.last) break;
      if (value !== 0 && oddTails(coins, block, unit)) sum ^= value;
      unit *= 3;
    }
  }
  return sum;
}

/** By a, how many b have 2^a · 3^b up to the limit of n. */
const WIDTHS: readonly number[] = widthsUpTo(limits.coins.max);

function widthsUpTo(n: number): number[] {
  const widths: number[] = [];
  for (let power = 1; power <= n; power *= 2) {
    let width = 0;
    while (power * 3 ** width <= n) width++;
    widths.push(width);
  }
  return widths;
}

const tables = new Map<number, GrundyTable>();

type GrundyTable = readonly (readonly number[])[];

/**
 * The value of coin c · 2^a · 3^b, gcd(c, 6) = 1, is `[a][b]`, for all coins up to the limit of n.
 * A pure cache: a table depends on MAXQ alone, and no exponent is above 29, so there are at most 30.
 */
export function grundyValues(most: number): GrundyTable {
  const bound = Math.min(most, WIDTHS.length);
  const known = tables.get(bound);
  if (known !== undefined) return known;
  const values = progressionGrundyValues(WIDTHS, bound);
  tables.set(bound, values);
  return values;
}

/** Whether an odd number of the coins unit · c, c prime to 6, shows tails. */
function oddTails(coins: Uint8Array, { first, last }: Range, unit: number): boolean {
  let odd = 0;
  for (const residue of [1, 5]) {
    const stride = 6 * unit;
    const start = residue * unit - 1;
    const skipped = Math.max(0, Math.ceil((first - start) / stride));
    for (let index = start + skipped * stride; index < last; index += stride) {
      odd ^= (coins[index] as number) ^ 1;
    }
  }
  return odd === 1;
}
