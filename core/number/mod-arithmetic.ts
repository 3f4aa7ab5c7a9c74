/** The judges' modulus, a prime below 2^30. */
export const MODULUS = 1_000_000_007;

/** (a + b) mod p. Bound: 0 ≤ a, b < p ≤ 2^31; the sum stays below 2^32, exact in a double. */
export function addMod(a: number, b: number, p: number): number {
  const sum = a + b;
  return sum < p ? sum : sum - p;
}

/** (a − b) mod p, never negative. Bound: 0 ≤ a, b < p ≤ 2^31. */
export function subMod(a: number, b: number, p: number): number {
  return a < b ? a - b + p : a - b;
}

/**
 * a · b mod p, exact in doubles though the product can pass 2^53: a is cut into 16 low and at most
 * 15 high bits, so that both sums stay below 2^48. Bound: 0 ≤ a, b < p ≤ 2^31.
 */
export function mulMod(a: number, b: number, p: number): number {
  const high = remainder((a >>> 16) * b, p);
  return remainder(high * 65536 + (a & 65535) * b, p);
}

/**
 * x mod p for 0 ≤ x < 2^17 · p, p ≤ 2^31. The quotient cannot be rounded up to the next integer: it
 * lies at least 1/p ≥ 2^−31 below it, and the error of a quotient under 2^17 is at most 2^−36.
 * The `%` operator gives the same, ten times slower.
 */
function remainder(x: number, p: number): number {
  return x - Math.floor(x / p) * p;
}

/** base^exponent mod p, with 0^0 = 1 mod p. Bound: 0 ≤ base < p ≤ 2^31, 0 ≤ exponent < 2^53. */
export function powMod(base: number, exponent: number, p: number): number {
  let power = 1 % p;
  let square = base;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = mulMod(power, square, p);
    square = mulMod(square, square, p);
  }
  return power;
}

/** 1/a mod p by Fermat's little theorem. Bound: p prime, 0 < a < p < 2^31. */
export function inverseMod(a: number, p: number): number {
  return powMod(a, p - 2, p);
}
