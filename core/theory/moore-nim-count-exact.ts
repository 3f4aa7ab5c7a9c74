import { binomialRow } from '../number/exact-binomial.ts';

/**
 * The numbers of theory/moore-nim-count themselves, by the same statement: f(0), f(1), … up to
 * f(⌊mostTokens / (d + 1)⌋) with f(t) = Σ C(m, q·D) · f((t − q) / 2) over the q ≤ t of the parity of t.
 */
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
