/*
 * Reads lists of numbers, 64 bytes at a time. A block is plain where all of it is digits, blanks and line
 * feeds, no gap is wider than one of them, no number has a leading zero or more than ten digits, and all
 * numbers that end in it are within the bounds. The scan stops before the first block that is not: what
 * is wrong with it, or only unusual, is for the plain loop to find.
 */
import { upToEightDigits, upToFourDigits, upToTenDigits } from './numbers';

const BLOCK: i32 = 64;

/** Digits and ends by turns. */
const MOST_NUMBERS: i32 = 32;

/** Where the last number of the last scan ended. */
let behind: i32 = 0;

export function end(): i32 {
  return behind;
}

/**
 * Reads up to `most` numbers from `from` on, where one starts, into 32-bit words at `out`; how many there
 * were. What stands from `last` on is not read, or at least not used. Sixteen bytes before `from`, eight
 * from `last` on and sixteen behind the room at `out` must be there, whatever they hold.
 */
export function scan(from: i32, last: i32, out: i32, most: i32, min: u32, max: u32): i32 {
  let at = from;
  let start = from;
  let count = 0;
  let isAfterEnd: u64 = 1;
  let isAfterZero: u64 = 0;
  while (at + BLOCK <= last && count + MOST_NUMBERS <= most) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const digits = bits(isDigit(a), isDigit(b), isDigit(c), isDigit(d));
    const ends = ~digits;
    const firsts = (ends << 1) | isAfterEnd;
    const zeros = bits(isZero(a), isZero(b), isZero(c), isZero(d)) & firsts;
    const isPlain = v128.and(v128.and(isKnown(a), isKnown(b)), v128.and(isKnown(c), isKnown(d)));
    const wrong = (ends & firsts) | (((zeros << 1) | isAfterZero) & digits);
    if (!i8x16.all_true(isPlain) || wrong != 0 || ends == 0) break;
    const first = at - start + <i32>ctz(ends);
    const to = out + (count << 2);
    let farthest: u64 = 0;
    if (first <= 4 && !hasRunOf5(digits)) farthest = upToFourDigits(at, start, ends, to, min);
    else if (first <= 8 && !hasRunOf9(digits)) farthest = upToEightDigits(at, start, ends, to, min);
    else if (first <= 10 && !hasRunOf11(digits)) farthest = upToTenDigits(at, start, ends, to, min);
    else break;
    if (farthest > <u64>(max - min)) break;
    start = at + BLOCK - <i32>clz(ends);
    count += <i32>popcnt(ends);
    isAfterEnd = ends >> 63;
    isAfterZero = zeros >> 63;
    at += BLOCK;
  }
  behind = count > 0 ? start - 1 : from;
  return count;
}

function isDigit(bytes: v128): v128 {
  return i8x16.le_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(9));
}

function isZero(bytes: v128): v128 {
  return i8x16.eq(bytes, i8x16.splat(48));
}

/** A digit, a blank or a line feed. */
function isKnown(bytes: v128): v128 {
  const isEnd = v128.or(i8x16.eq(bytes, i8x16.splat(10)), i8x16.eq(bytes, i8x16.splat(32)));
  return v128.or(isDigit(bytes), isEnd);
}

/** One bit a byte of 64, the first byte's the lowest. */
function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u32>(i8x16.bitmask(a) | (i8x16.bitmask(b) << 16));
  const high = <u32>(i8x16.bitmask(c) | (i8x16.bitmask(d) << 16));
  return <u64>low | ((<u64>high) << 32);
}

/** Bits from which on four digits stand in the block. */
function runsOf4(digits: u64): u64 {
  const pairs = digits & (digits >> 1);
  return pairs & (pairs >> 2);
}

function hasRunOf5(digits: u64): bool {
  return (runsOf4(digits) & (digits >> 4)) != 0;
}

function hasRunOf9(digits: u64): bool {
  const fours = runsOf4(digits);
  return (fours & (fours >> 4) & (digits >> 8)) != 0;
}

function hasRunOf11(digits: u64): bool {
  const fours = runsOf4(digits);
  return (fours & (fours >> 4) & (fours >> 7)) != 0;
}
