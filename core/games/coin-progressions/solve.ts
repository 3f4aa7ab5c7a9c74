/**
 * Rules:    choose a coin that shows tails; flip it and some coins reached by dividing by a power of 2 or of 3
 * Theorem:  the coins that show tails are summands, with one Grundy value per pair of exponents (theory/coin-turning)
 * Source:   BZOJ 4600
 * Cost:     O(n), and once for each MAXQ up to 30 the values of 306 pairs of exponents
 * Verified: against the oracle, all positions for n = 8, 12 and 16, chosen ones up to n = 27
 */
import { type Folded, readBlocks } from '../../framing.ts';
import type { Range } from '../../number/ranges.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { progressionGrundyValues } from '../../theory/coin-turning.ts';
import { orLoseFrame } from './codec.ts';
import { stepsOf } from './plan.ts';
import { type Answer, type Case, limits } from './rules.ts';

export function solve(c: Case): Answer {
  return nimSumOfTails(c, { first: 0, last: c.coins.length }) !== 0;
}

/** Coins per block: as many bytes as stay in the fastest cache while every unit strides over them. */
const BLOCK = 32_768;

const block = new Uint8Array(BLOCK);

/** Of a row of any length, in constant memory. */
export function fold(reader: TokenReader): Folded<Answer> {
  const count = reader.length(limits.coins);
  const most = reader.integer(limits.most);
  let sum = 0;
  orLoseFrame(reader, () =>
    readBlocks(reader, { count, limit: limits.coin, block }, (coins, _large, before) => {
      sum ^= nimSumOfBlock({ coins, most }, before);
    }),
  );
  return { answer: sum !== 0, steps: stepsOf(count) };
}

/** The nim-sum over the coins of a range, by index, that show tails. Values stay below 2^8. */
export function nimSumOfTails({ coins, most }: Case, { first, last }: Range): number {
  let sum = 0;
  for (let start = first; start < last; start += BLOCK) {
    const some = coins.subarray(start, Math.min(start + BLOCK, last));
    sum ^= nimSumOfBlock({ coins: some, most }, start);
  }
  return sum;
}

/** Of coins that `before` others stand before. */
function nimSumOfBlock({ coins, most }: Case, before: number): number {
  let sum = 0;
  const last = before + coins.length;
  for (const [a, row] of grundyValues(most).entries()) {
    let unit = 2 ** a;
    if (unit > last) break;
    for (const value of row) {
      if (unit > last) break;
      if (value !== 0 && oddTails(coins, before, unit)) sum ^= value;
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
function oddTails(coins: Uint8Array, before: number, unit: number): boolean {
  let odd = 0;
  for (const residue of [1, 5]) {
    const stride = 6 * unit;
    const start = residue * unit - 1 - before;
    const skipped = Math.max(0, Math.ceil(-start / stride));
    for (let index = start + skipped * stride; index < coins.length; index += stride) {
      odd ^= (coins[index] as number) ^ 1;
    }
  }
  return odd === 1;
}
