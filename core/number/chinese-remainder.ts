import { inverseMod, mulMod, subMod } from './mod-arithmetic.ts';

/** The largest primes below 2^30, in descending order. */
export function* primesBelow2To30(): Generator<number> {
  for (let candidate = 2 ** 30 - 1; ; candidate -= 2) if (isPrime(candidate)) yield candidate;
}

function isPrime(odd: number): boolean {
  for (let divisor = 3; divisor * divisor <= odd; divisor += 2) {
    if (odd % divisor === 0) return false;
  }
  return true;
}

/**
 * The integer 0 ≤ x < Π moduli with the given residues, by the Chinese remainder theorem: digit by digit
 * in the mixed radix of the moduli (Garner). The moduli are different primes below 2^31.
 */
export function integerOf(residues: readonly number[], moduli: readonly number[]): bigint {
  let integer = 0n;
  let radix = 1n;
  for (const [index, modulus] of moduli.entries()) {
    const m = BigInt(modulus);
    const missing = subMod(residues[index] as number, Number(integer % m), modulus);
    const digit = mulMod(missing, inverseMod(Number(radix % m), modulus), modulus);
    integer += radix * BigInt(digit);
    radix *= m;
  }
  return integer;
}
