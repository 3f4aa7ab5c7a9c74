import { expect, test } from 'vitest';
import { inverseMod, MODULUS, mulMod } from '../../../core/number/mod-arithmetic.ts';
import { PrimeField } from '../../../core/number/prime-field.ts';
import { Random } from '../../../core/random/random.ts';
import { InvariantError } from '../../../core/text/errors.ts';

/** The largest prime below 2^30. */
const LARGEST = 1_073_741_789;

test.each([2, 3, 65_537, MODULUS, LARGEST])('sums and products modulo %i are exact', (prime) => {
  const field = new PrimeField(prime);
  const random = new Random(prime);
  const ends = [0, 1, prime - 1, prime - 2, prime >> 1].filter((a) => a < prime);
  const all = [...ends, ...Array.from({ length: 60 }, () => random.below(prime))];
  for (const a of all) {
    for (const b of all) {
      expect(field.add(a, b)).toBe((a + b) % prime);
      expect(field.multiply(a, b)).toBe(Number((BigInt(a) * BigInt(b)) % BigInt(prime)));
    }
  }
});

/** Where the rounding of the quotient matters: just above and just below a multiple of the prime. */
const NEAR_MULTIPLES = [0, 1, 2, 100, -1, -2, -100];
/** Reciprocals rounded up and, for 1000000427, rounded down by nearly half a unit. */
const PRIMES = [65_537, 998_244_353, MODULUS, 1_000_000_427, 1_073_741_783, LARGEST];

test.each(PRIMES)('products next to multiples of %i are exact', (prime) => {
  const field = new PrimeField(prime);
  const random = new Random(prime);
  for (let round = 0; round < 500; round++) {
    const a = random.between(1, prime - 1);
    for (const offset of NEAR_MULTIPLES) {
      const product = (offset + prime) % prime;
      const b = mulMod(product, inverseMod(a, prime), prime);
      expect(field.multiply(a, b)).toBe(product);
    }
  }
});

test.each(PRIMES)('numbers next to multiples of %i are reduced exactly', (prime) => {
  const field = new PrimeField(prime);
  const random = new Random(prime);
  const most = Math.floor((2 ** 53 - prime) / prime) - 1;
  for (let round = 0; round < 500; round++) {
    const multiple = random.between(1, most) * prime;
    for (const offset of NEAR_MULTIPLES) {
      expect(field.reduce(multiple + offset)).toBe((offset + prime) % prime);
    }
  }
});

test.each([3, MODULUS, LARGEST])('reduce is exact up to 2^53 − p, modulo %i', (prime) => {
  const field = new PrimeField(prime);
  const random = new Random(prime);
  const top = 2 ** 53 - prime;
  const multiple = Math.floor(top / prime) * prime;
  const ends = [0, prime - 1, prime, prime + 1, multiple - 1, multiple, multiple + 1, top];
  for (const x of [...ends, ...Array.from({ length: 5000 }, () => random.below(top))]) {
    if (x <= top) expect(field.reduce(x)).toBe(x % prime);
  }
});

test('a modulus of 2^30 or more is refused', () => {
  expect(() => new PrimeField(2 ** 30 + 3)).toThrow(InvariantError);
});
