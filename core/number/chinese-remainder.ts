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
    const missing = (BigInt(residues[index] as number) - (integer % m) + m) % m;
    integer += radix * ((missing * inverse(radix % m, m)) % m);
    radix *= m;
  }
  return integer;
}

/** 1/a modulo a prime, by Fermat's little theorem. */
function inverse(a: bigint, prime: bigint): bigint {
  let power = 1n;
  for (let square = a, left = prime - 2n; left > 0n; left >>= 1n) {
    if (left & 1n) power = (power * square) % prime;
    square = (square * square) % prime;
  }
  return power;
}
