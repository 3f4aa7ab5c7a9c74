/*
 * Residues modulo an odd m < 2^31 as doubles between −m/2 and m/2, more or less: Barrett reduction with a
 * rounded quotient. All sums and products stay below 2^53, so that they are exact, and a fused
 * multiply-add, which may round once or twice, gives the same either way.
 *
 * A number is cut into halves, x = 2^15 · high + low, with |low| ≤ 2^14 and |high| ≤ m / 2^16 + 1.
 *  - reduce: the quotient of |x| ≤ 2^53 by m is off by less than 2^−52 · |x / m| before it is rounded. It
 *    stays below 2^24 in all uses here, since sums of small m are small; hence |x − q m| ≤ m/2 + m / 2^28.
 *  - multiply: |a · high| < 2^30 · 2^15 = 2^45; then 2^15 · 2^30 + 2^30 · 2^14 < 2^46.
 *  - a row of k weights (`apply.ts`): |Σ high · x| ≤ k · m/2 · (m / 2^16 + 1), |Σ low · x| ≤ k · m/2 · 2^14.
 *    For m < 2^30 and k ≤ 2^9 the first is at most 2^9 · 2^29 · (2^14 + 1) < 2^53, the second 2^52; for
 *    m < 2^31 and k ≤ 2^7 at most 2^7 · 2^30 · (2^15 + 1) < 2^53 and 2^51. Each leaves room for the
 *    constant of the row, and for the first sum once reduced and shifted, 2^15 · 2^30.
 *  - the row of the last sum (`finish.ts`) has its k terms in two lanes, half of them in each; the lanes are
 *    reduced before they and the constant are added.
 */

export const SHIFT: f64 = 32768;
export const UNSHIFT: f64 = 1 / SHIFT;

export let modulus: f64 = 0;
export let inverse: f64 = 0;

export function setModulus(m: f64): void {
  modulus = m;
  inverse = 1 / m;
}

export function reduceOne(x: f64): f64 {
  return x - nearest<f64>(x * inverse) * modulus;
}

export function multiplyOne(a: f64, b: f64): f64 {
  const high = nearest<f64>(b * UNSHIFT);
  return reduceOne(reduceOne(a * high) * SHIFT + a * (b - high * SHIFT));
}

export function reduce(x: v128, m: v128, i: v128): v128 {
  return f64x2.relaxed_nmadd(f64x2.nearest(f64x2.mul(x, i)), m, x);
}

/** 2^15 · high + low */
export function join(high: v128, tail: v128, m: v128, i: v128, shift: v128): v128 {
  return reduce(f64x2.relaxed_madd(reduce(high, m, i), shift, tail), m, i);
}

export function highHalf(x: v128, unshift: v128): v128 {
  return f64x2.nearest(f64x2.mul(x, unshift));
}

export function lowHalf(x: v128, high: v128, shift: v128): v128 {
  return f64x2.relaxed_nmadd(high, shift, x);
}
