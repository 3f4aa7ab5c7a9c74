/**
 * Statement: in Variant Delete Nim a move throws away one of two heaps and splits the other into two
 * non-empty heaps. The Grundy value of heaps x and y is the number of one-bits at the low end of
 * (x − 1) | (y − 1).
 * Source: T. Abuku, K. Sakai, M. Shinoda, K. Suetsugu, Some extensions of Delete Nim,
 * arXiv 2301.12964 (2023).
 * Valid for: integers 1 ≤ x, y < 2^53; the value is at most 53.
 */
export function deleteNimValue(x: number, y: number): number {
  const low = trailingOnes((x - 1) | (y - 1));
  if (low < 32) return low;
  return 32 + trailingOnes(upperWord(x - 1) | upperWord(y - 1));
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
