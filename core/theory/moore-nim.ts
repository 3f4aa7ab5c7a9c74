/**
 * Statement: in Moore's Nim_k a move lowers at least one and at most k heaps. A position is lost for
 * the player to move exactly if, for every binary digit, the number of heaps with a one there is
 * divisible by k + 1.
 * Source: E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910).
 * Valid for: heaps below 2^32 under normal play; k = 1 is Nim.
 */
export function isMooreNimLost(heaps: Iterable<number>, k: number): boolean {
  return digitCounts(heaps, k + 1).every((count) => count === 0);
}

/** Per binary digit, lowest first, the number of heaps with a one there, modulo `modulus`. */
export function digitCounts(heaps: Iterable<number>, modulus: number): number[] {
  const counts = new Array<number>(32).fill(0);
  for (const heap of heaps) {
    for (let rest = heap; rest !== 0; ) {
      const top = 31 - Math.clz32(rest);
      counts[top] = ((counts[top] as number) + 1) % modulus;
      rest = (rest ^ (1 << top)) >>> 0;
    }
  }
  return counts;
}
