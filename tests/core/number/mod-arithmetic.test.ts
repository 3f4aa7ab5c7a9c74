import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMod,
  inverseMod,
  MODULUS,
  mulMod,
  powMod,
  subMod,
} from '../../../core/number/mod-arithmetic.ts';

/** Primes up to the largest one below 2^31. */
const PRIMES = [2, 3, 65_537, 998_244_353, MODULUS, 2_147_483_629, 2_147_483_647];

/** A prime and two residues, often next to 0, to the middle or to the prime. */
const residues = fc.constantFrom(...PRIMES).chain((p) => {
  const edges = [0, 1, p >>> 1, (p >>> 1) + 1, p - 2, p - 1, 65_535, 65_536].map((a) => a % p);
  const residue = fc.oneof(fc.nat({ max: p - 1 }), fc.constantFrom(...edges));
  return fc.tuple(fc.constant(p), residue, residue);
});

/** The result by integers of any size. */
function exactly(operate: (a: bigint, b: bigint) => bigint, p: number, a: number, b: number) {
  const result = operate(BigInt(a), BigInt(b)) % BigInt(p);
  return Number(result < 0n ? result + BigInt(p) : result);
}

test('sums, differences and products are those of exact integers for primes below 2^31', () => {
  const property = fc.property(residues, ([p, a, b]) => {
    expect(addMod(a, b, p)).toBe(exactly((x, y) => x + y, p, a, b));
    expect(subMod(a, b, p)).toBe(exactly((x, y) => x - y, p, a, b));
    expect(mulMod(a, b, p)).toBe(exactly((x, y) => x * y, p, a, b));
  });
  fc.assert(property, { numRuns: 5_000, seed: 20261129 });
});

test('powMod(base, exponent) is the repeated product', () => {
  expect(powMod(0, 0, MODULUS)).toBe(1);
  expect(powMod(3, 5, MODULUS)).toBe(243);
  expect(powMod(2, 2 ** 40, MODULUS)).toBe(Number(powerOfTwo(40)));
});

function powerOfTwo(doublings: number): bigint {
  let power = 2n;
  for (let done = 0; done < doublings; done++) power = (power * power) % BigInt(MODULUS);
  return power;
}

test('a residue times its inverse is 1', () => {
  const property = fc.property(residues, ([p, a]) => {
    fc.pre(a > 0);
    expect(mulMod(a, inverseMod(a, p), p)).toBe(1);
  });
  fc.assert(property, { numRuns: 500, seed: 20261129 });
});
