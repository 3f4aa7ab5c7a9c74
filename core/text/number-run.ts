import { isSpace } from './inspect.ts';

const LF = 10;
const CR = 13;
const ZERO = 48;

/** 15 digits always fit a double exactly: 10^15 − 1 < 2^53. */
export const FAST_DIGITS = 15;

/** A run of numbers to be read, and what came of it. Made once and used again and again. */
export interface Run {
  /** Place of the cursor, before and after. */
  at: number;
  /** Where the bytes end. */
  end: number;
  /** Numbers to read at the most, and how many were read. */
  count: number;
  /** Numbers outside of these bounds are left to whoever reports them. */
  min: number;
  max: number;
}

/** What the numbers of a run are read into: words where its bounds allow no number above 2^32 − 1. */
export type RunNumbers = Uint32Array | Float64Array;

/** Digits that stay below 2^31, so that integers do. */
const NARROW_DIGITS = 9;

/** A number of the longest kind and a line end. */
const REACH = FAST_DIGITS + 2;

/**
 * Reads plain numbers as long as they come: up to 15 digits without leading zeros, within the bounds, each
 * ended by one blank or line end that another number follows. Stops before whatever else there is, and a few bytes
 * before the end of the bytes: at the start of a token, or right behind one. O(bytes).
 *
 * The first three digits are unrolled: most numbers have no more, and a loop's end is mispredicted.
 */
export function readRun(bytes: Uint8Array, numbers: RunNumbers, run: Run): void {
  const { count: most, min, max } = run;
  const stop = run.end - REACH;
  let { at } = run;
  let behind = at;
  let count = 0;
  while (count < most && at < stop) {
    const start = at;
    const first = (bytes[at] as number) - ZERO;
    if (first < 0 || first > 9) break;
    let value = first;
    let digit = (bytes[++at] as number) - ZERO;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digit = (bytes[++at] as number) - ZERO;
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        digit = (bytes[++at] as number) - ZERO;
        for (const narrow = start + NARROW_DIGITS; digit >= 0 && digit <= 9 && at < narrow; ) {
          value = (value * 10 + digit) | 0;
          digit = (bytes[++at] as number) - ZERO;
        }
        for (const fast = start + FAST_DIGITS; digit >= 0 && digit <= 9 && at < fast; ) {
          value = value * 10 + digit;
          digit = (bytes[++at] as number) - ZERO;
        }
      }
      if (first === 0) digit = NO_END;
    }
    // The gap before a token was a single blank or line end: nothing is left to see in it.
    behind = start;
    if (!isSpace(digit + ZERO) || value < min || value > max) break;
    behind = at;
    numbers[count++] = value;
    at += digit + ZERO === CR && bytes[at + 1] === LF ? 2 : 1;
  }
  run.at = behind;
  run.count = count;
}

/** Stands for what ends no plain number. */
const NO_END = 0;
