// Two scanners of lists of numbers, each ended by one blank or line feed: one byte at a time, and sixteen.
// The numbers go to `out` as 32-bit integers; the place where the scan ended to 0, how many there were to 4.

const ZERO: u32 = 48;
const LONGEST: i32 = 9;
const REACH: i32 = 34;

export function byBytes(from: i32, end: i32, out: i32, most: i32): void {
  const stop = end - REACH;
  let at = from;
  let behind = from;
  let count = 0;
  while (count < most && at < stop) {
    const start = at;
    let digit: u32 = <u32>load<u8>(at) - ZERO;
    if (digit > 9) break;
    let value: u32 = 0;
    while (digit <= 9 && at - start < LONGEST) {
      value = value * 10 + digit;
      digit = <u32>load<u8>(++at) - ZERO;
    }
    const isEnd = digit + ZERO == 10 || digit + ZERO == 32;
    if (!isEnd || (load<u8>(start) == 48 && at - start > 1)) {
      behind = start;
      break;
    }
    store<i32>(out + (count << 2), value);
    count++;
    behind = at;
    at++;
  }
  store<i32>(0, behind);
  store<i32>(4, count);
}

/** The ends of the numbers in sixteen bytes are one mask; each number is put together in a few steps. */
export function bySixteen(from: i32, end: i32, out: i32, most: i32): void {
  const stop = end - REACH;
  let at = from;
  let count = 0;
  while (count < most && at < stop) {
    const raw = v128.load(at);
    const isDigit = i8x16.lt_u(i8x16.sub(raw, i8x16.splat(48)), i8x16.splat(10));
    const isEnd = v128.or(i8x16.eq(raw, i8x16.splat(10)), i8x16.eq(raw, i8x16.splat(32)));
    let mask: u32 = <u32>i8x16.bitmask(isEnd);
    if (
      mask == 0 ||
      mask & 1 ||
      mask & (mask >> 1) ||
      (<u32>i8x16.bitmask(isDigit) ^ mask) != 0xffff
    )
      break;
    let first = 0;
    while (mask != 0 && count < most) {
      const last = ctz(mask);
      mask &= mask - 1;
      const digits = last - first;
      if (digits > 8 || (digits > 1 && load<u8>(at + first) == 48)) break;
      store<i32>(out + (count << 2), eightDigits(at + first, digits));
      count++;
      first = last + 1;
    }
    at += first;
    if (first == 0 || mask != 0) break;
  }
  store<i32>(0, at);
  store<i32>(4, count);
}

/** Pairs of digits, then pairs of pairs, then both halves. Source: D. Lemire, blog, 2022. */
function eightDigits(at: i32, digits: i32): u32 {
  let word = (load<u64>(at) - 0x3030303030303030) << ((8 - digits) << 3);
  word = word * 10 + (word >> 8);
  const low = (word & 0x000000ff000000ff) * 0x000f424000000064;
  const high = ((word >> 16) & 0x000000ff000000ff) * 0x0000271000000001;
  return <u32>((low + high) >> 32);
}
