import fc from 'fast-check';
import { expect, test } from 'vitest';
import { integerOf, primesBelow2To30 } from '../../../core/number/chinese-remainder.ts';

const primes: number[] = [];
for (const prime of primesBelow2To30()) if (primes.push(prime) === 20) break;

test('the primes are the largest ones below 2^30, and prime', () => {
  expect(primes.slice(0, 3)).toEqual([2 ** 30 - 35, 2 ** 30 - 41, 2 ** 30 - 83]);
  for (const prime of primes) {
    const p = BigInt(prime);
    let power = 1n;
    for (let square = 2n, left = p - 1n; left > 0n; left >>= 1n) {
      if (left & 1n) power = (power * square) % p;
      square = (square * square) % p;
    }
    expect(power).toBe(1n);
  }
});

test('an integer below the product comes back from its residues', () => {
  const product = primes.reduce((all, prime) => all * BigInt(prime), 1n);
  const property = fc.property(fc.bigInt({ min: 0n, max: product - 1n }), (integer) => {
    const residues = primes.map((prime) => Number(integer % BigInt(prime)));
    expect(integerOf(residues, primes)).toBe(integer);
  });
  fc.assert(property, { seed: 20261130, numRuns: 200 });
});
