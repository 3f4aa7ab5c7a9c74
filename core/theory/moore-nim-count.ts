import { binomial, type Factorials } from '../number/binomial.ts';
import { MODULUS, mulMod } from '../number/mod-arithmetic.ts';

/**
 * Statement: let D = d + 1. Among the ways to fill m numbered heaps with s tokens in all, the
 * P-positions of Moore's Nim_d number 0 unless D divides s, and f(s / D) else, where f(0) = 1 and
 * f(t) is the sum of C(m, q·D) · f((t − q) / 2) over the q ≤ t of the same parity as t.
 * Source: E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910): a
 * P-position has, in each binary digit, a multiple of D heaps with a one. So q·D heaps are odd, and
 * the heaps without their last digit are any P-position of (s − q·D) / 2 tokens; digit by digit, s
 * is a multiple of D.
 * Valid for: Moore's Nim_d under normal play, d ≥ 1; the numbers are mod MODULUS, m ≤ 2^23.
 */
export function countMooreNimPPositions(
  table: Factorials,
  heaps: number,
  d: number,
  mostTokens: number,
): Int32Array {
  const odd = oddHeapChoices(table, heaps, d);
  const counts = new Int32Array(Math.floor(mostTokens / (d + 1)) + 1);
  counts[0] = 1;
  for (let t = 1; t < counts.length; t++) {
    // At most 2^22 summands below 2^30.
    let sum = 0;
    for (let q = t % 2; q <= t && q < odd.length; q += 2) {
      sum += mulMod(odd[q] as number, counts[(t - q) / 2] as number, MODULUS);
    }
    counts[t] = sum % MODULUS;
  }
  return counts;
}

/** By q, the ways to choose which q · (d + 1) heaps are odd. */
function oddHeapChoices(table: Factorials, heaps: number, d: number): Int32Array {
  const most = Math.floor(heaps / (d + 1));
  return Int32Array.from({ length: most + 1 }, (_, q) => binomial(table, heaps, q * (d + 1)));
}
