import { integerOf, primesBelow2To30 } from '../../number/chinese-remainder.ts';
import { DisagreementError } from '../../text/errors.ts';

const known: number[] = [];
const more = primesBelow2To30();

/** The first `count` primes below 2^30, from the top. */
function largestPrimes(count: number): readonly number[] {
  while (known.length < count) known.push(more.next().value as number);
  return known.slice(0, count);
}

/**
 * Primes that determine a count of subsets of m edges, and a further one that it is checked by. A count is
 * at most 2^m, and each prime is above 2^29.99, so that ⌊m / 29.99⌋ + 1 of them have a larger product:
 * the primes among the first hundred below 2^30 are above 2^30 − 3000 > 2^29.99.
 */
export function exactModuli(edges: number): readonly number[] {
  return largestPrimes(Math.floor(edges / 29.99) + 2);
}

/** The integer with these residues. Throws DisagreementError where the check prime has another one. */
export function exactCount(residues: readonly number[], moduli: readonly number[]): bigint {
  const check = moduli.at(-1) as number;
  const count = integerOf(residues.slice(0, -1), moduli.slice(0, -1));
  const found = residues.at(-1);
  const expected = Number(count % BigInt(check));
  if (found === expected) return count;
  throw new DisagreementError(
    `the residue ${found} modulo ${check}`,
    `${expected}, that of the count which the other primes give`,
  );
}
