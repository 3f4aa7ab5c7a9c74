/** The prime modulus of the judges' counts. */
export const MODULUS = 1_000_000_007;

const HALF = 32768;

/** a + b mod p, for 0 ≤ a, b < p < 2^31: the sum stays below 2^32, exact in a double. */
export function addMod(a: number, b: number, p: number): number {
  const sum = a + b;
  return sum >= p ? sum - p : sum;
}

/** a − b mod p, for 0 ≤ a, b < p. */
export function subMod(a: number, b: number, p: number): number {
  return a >= b ? a - b : a - b + p;
}

/**
 * a · b mod p, for 0 ≤ a, b < p < 2^31. The product itself may pass 2^53, so b is cut at bit 15:
 * a · ⌊b / 2^15⌋ < 2^47, and the second sum is below 2^46 + 2^46.
 */
export function mulMod(a: number, b: number, p: number): number {
  const low = b % HALF;
  const high = (b - low) / HALF;
  return (((a * high) % p) * HALF + a * low) % p;
}

/** base^exponent mod p, for 0 ≤ base < p < 2^31 and an integer 0 ≤ exponent < 2^53. */
export function powMod(base: number, exponent: number, p: number): number {
  let power = 1 % p;
  let square = base;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = mulMod(power, square, p);
    square = mulMod(square, square, p);
  }
  return power;
}

/** The inverse of a mod a prime p, for 0 < a < p < 2^31: a^(p − 2), by Fermat. */
export function inverseMod(a: number, p: number): number {
  return powMod(a, p - 2, p);
}
