/**
 * Statement: in Variant Delete Nim a move throws away one of two heaps and splits the other into two
 * non-empty heaps. The Grundy value of heaps x and y is the number of one-bits at the low end of
 * (x − 1) | (y − 1).
 * Source: T. Abuku, K. Sakai, M. Shinoda, K. Suetsugu, Some extensions of Delete Nim,
 * arXiv 2301.12964 (2023).
 * Valid for: integers x, y ≥ 1; from 2^53 on as bigints. The value is at most the number of their bits.
 */
export function deleteNimValue(x: number | bigint, y: number | bigint): number {
  if (typeof x === 'bigint' || typeof y === 'bigint') return exactly(BigInt(x), BigInt(y));
  const low = trailingOnes((x - 1) | (y - 1));
  if (low < 32) return low;
  return 32 + trailingOnes(upperWord(x - 1) | upperWord(y - 1));
}

/** The lowest zero-bit of z is the only one-bit of z + 1 that z has not. */
function exactly(x: bigint, y: bigint): number {
  const z = (x - 1n) | (y - 1n);
  return ((z + 1n) & ~z).toString(2).length - 1;
}

/** What `|` drops of a number below 2^53: the bits from 2^32 up. */
function upperWord(value: number): number {
  return Math.floor(value / 4294967296);
}

/** Number of one-bits below the lowest zero-bit of a 32-bit word; 32 if there is none. */
function trailingOnes(word: number): number {
  const zeros = ~word;
  return zeros === 0 ? 32 : 31 - Math.clz32(zeros & -zeros);
}
