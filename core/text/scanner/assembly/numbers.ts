/*
 * The numbers that end in a block, whose `ends` are one bit a byte: the first one starts at `start`, which
 * may lie before the block at `at`, each further one behind the end of the one before. They are written
 * to `to`, 32 bits each, and up to three words of nothing behind them. Each function returns the largest
 * difference of a number and `min`, modulo 2^32 or 2^64: one below `min` is farthest of all.
 *
 * Digits are put together pair by pair, sixteen bytes at a time: products of neighbours are added up in
 * one instruction. Source: W. Muła and D. Lemire, articles on parsing series of integers with SIMD.
 */

export function upToFourDigits(at: i32, start: i32, ends: u64, to: i32, min: u32): u64 {
  let left = <i32>popcnt(ends);
  let from = start;
  let rest = ends;
  let place = to;
  let farthest = i32x4.splat(0);
  do {
    let end = at + <i32>ctz(rest);
    let digits = i32x4.splat(lastOfFour(from, end));
    from = end + 1;
    rest &= rest - 1;
    end = at + <i32>ctz(rest);
    digits = i32x4.replace_lane(digits, 1, lastOfFour(from, end));
    from = end + 1;
    rest &= rest - 1;
    end = at + <i32>ctz(rest);
    digits = i32x4.replace_lane(digits, 2, lastOfFour(from, end));
    from = end + 1;
    rest &= rest - 1;
    end = at + <i32>ctz(rest);
    digits = i32x4.replace_lane(digits, 3, lastOfFour(from, end));
    from = end + 1;
    rest &= rest - 1;
    const numbers = ofFourDigits(digits);
    v128.store(place, numbers);
    farthest = i32x4.max_u(farthest, fromMin(numbers, min, left));
    place += 16;
    left -= 4;
  } while (left > 0);
  return largest(farthest);
}

export function upToEightDigits(at: i32, start: i32, ends: u64, to: i32, min: u32): u64 {
  let left = <i32>popcnt(ends);
  let from = start;
  let rest = ends;
  let place = to;
  let farthest = i32x4.splat(0);
  do {
    let end = at + <i32>ctz(rest);
    let low = i64x2.splat(lastOfEight(from, end));
    from = end + 1;
    rest &= rest - 1;
    end = at + <i32>ctz(rest);
    low = i64x2.replace_lane(low, 1, lastOfEight(from, end));
    from = end + 1;
    rest &= rest - 1;
    end = at + <i32>ctz(rest);
    let high = i64x2.splat(lastOfEight(from, end));
    from = end + 1;
    rest &= rest - 1;
    end = at + <i32>ctz(rest);
    high = i64x2.replace_lane(high, 1, lastOfEight(from, end));
    from = end + 1;
    rest &= rest - 1;
    const numbers = ofEightDigits(ofFourDigits(low), ofFourDigits(high));
    v128.store(place, numbers);
    farthest = i32x4.max_u(farthest, fromMin(numbers, min, left));
    place += 16;
    left -= 4;
  } while (left > 0);
  return largest(farthest);
}

/** One by one, sixteen digits each. */
export function upToTenDigits(at: i32, start: i32, ends: u64, to: i32, min: u32): u64 {
  let from = start;
  let rest = ends;
  let place = to;
  let farthest: u64 = 0;
  do {
    const end = at + <i32>ctz(rest);
    const digits = v128.and(v128.load(end - 16), isAmongLast(end - from));
    const fours = ofFourDigits(digits);
    const eights = ofEightDigits(fours, fours);
    const high = <u64>i32x4.extract_lane(eights, 0);
    const number = high * 100_000_000 + <u64>i32x4.extract_lane(eights, 1);
    store<u32>(place, <u32>number);
    farthest = max(farthest, number - min);
    from = end + 1;
    rest &= rest - 1;
    place += 4;
  } while (rest != 0);
  return farthest;
}

/** The digits of a number as the last of four; all is 0 before them, but for those behind the last number. */
function lastOfFour(from: i32, end: i32): u32 {
  return load<u32>(from) << ((from - end) << 3);
}

function lastOfEight(from: i32, end: i32): u64 {
  return load<u64>(from) << ((<u64>(from - end)) << 3);
}

function isAmongLast(count: i32): v128 {
  const fromEnd = i8x16(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
  return i8x16.ge_s(i8x16.splat(<i8>count), fromEnd);
}

/** Four numbers of four digits each. No product is cut, for all factors are small and positive. */
function ofFourDigits(characters: v128): v128 {
  const tens = i8x16(10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1);
  const digits = v128.and(characters, i8x16.splat(15));
  const pairs = i16x8.relaxed_dot_i8x16_i7x16_s(digits, tens);
  return i32x4.dot_i16x8_s(pairs, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
}

/** Four numbers of eight digits each, two out of `low` and two out of `high`. */
function ofEightDigits(low: v128, high: v128): v128 {
  const fours = i16x8.narrow_i32x4_u(low, high);
  return i32x4.dot_i16x8_s(fours, i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1));
}

/** How far the first `left` numbers lie above `min`, modulo 2^32; 0 for the others, which are none. */
function fromMin(numbers: v128, min: u32, left: i32): v128 {
  const areNumbers = i32x4.gt_s(i32x4.splat(left), i32x4(0, 1, 2, 3));
  return v128.and(i32x4.sub(numbers, i32x4.splat(min)), areNumbers);
}

function largest(words: v128): u64 {
  const two = i32x4.max_u(words, i32x4.shuffle(words, words, 2, 3, 0, 1));
  const one = i32x4.max_u(two, i32x4.shuffle(two, two, 1, 0, 3, 2));
  return <u64>(<u32>i32x4.extract_lane(one, 0));
}
