import { binomialRow } from '../number/exact-binomial.ts';

/**
 * Statement: that of theory/moore-nim-count, for the numbers themselves: f(0) = 1, and f(t) is the sum
 * of C(m, q·D) · f((t − q) / 2) over the q ≤ t of the parity of t, with D = d + 1.
 * Source: as there.
 * Valid for: Moore's Nim_d under normal play, d ≥ 1, any number of heaps.
 */
/** f(0) … f(⌊mostTokens / (d + 1)⌋). Integers of up to the binary digits of (mostTokens + 1)^heaps. */
export function exactMooreNimPPositions(heaps: number, d: number, mostTokens: number): bigint[] {
  const odd: bigint[] = [];
  let number = 0;
  for (const binomial of binomialRow(heaps)) if (number++ % (d + 1) === 0) odd.push(binomial);
  const counts = [1n];
  for (let t = 1; t <= Math.floor(mostTokens / (d + 1)); t++) {
    let sum = 0n;
    for (let q = t % 2; q <= t && q < odd.length; q += 2) {
      sum += (odd[q] as bigint) * (counts[(t - q) / 2] as bigint);
    }
    counts.push(sum);
  }
  return counts;
}
