import { inverseMod, MODULUS, mulMod } from './mod-arithmetic.ts';

/** 0! … n! and their inverses, mod MODULUS. Its numbers are below 2^30. */
export interface Factorials {
  readonly factorials: Int32Array;
  readonly inverses: Int32Array;
}

/** The longest table so far, which serves smaller numbers as well. */
let known = tableUpTo(0);

/**
 * A table up to `largest`! at the least, for `largest` < MODULUS, where no factorial is 0. O(largest) where no
 * call before it has asked for as much.
 */
export function factorialsUpTo(largest: number): Factorials {
  if (largest >= known.factorials.length) known = tableUpTo(largest);
  return known;
}

function tableUpTo(largest: number): Factorials {
  const factorials = new Int32Array(largest + 1);
  const inverses = new Int32Array(largest + 1);
  let factorial = 1;
  factorials[0] = 1;
  for (let n = 1; n <= largest; n++) {
    factorial = mulMod(factorial, n, MODULUS);
    factorials[n] = factorial;
  }
  let inverse = inverseMod(factorial, MODULUS);
  for (let n = largest; n >= 0; n--) {
    inverses[n] = inverse;
    inverse = mulMod(inverse, n, MODULUS);
  }
  return { factorials, inverses };
}

/** n choose k mod MODULUS, 0 unless 0 ≤ k ≤ n. n must be in the table. */
export function binomial({ factorials, inverses }: Factorials, n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  const divisor = mulMod(inverses[k] as number, inverses[n - k] as number, MODULUS);
  return mulMod(factorials[n] as number, divisor, MODULUS);
}
