import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactSum } from '../../../core/number/exact-sum.ts';

test('is the sum of big integers, on both sides of 2^53', () => {
  const factor = fc.oneof(
    fc.nat(9),
    fc.integer({ min: 0, max: 2 ** 27 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.constantFrom(1, 2 ** 26, 2 ** 27 - 1, 2 ** 52, 2 ** 53 - 1, 2 ** 53),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(factor, factor)), (products) => {
      const sum = new ExactSum();
      for (const [a, b] of products) sum.add(a, b);
      const expected = products.reduce((total, [a, b]) => total + BigInt(a) * BigInt(b), 0n);
      expect(sum.value()).toBe(expected);
    }),
    { seed: 20261129, numRuns: 2_000 },
  );
});

test('a sum that a double would round', () => {
  const sum = new ExactSum();
  sum.add(1, 2 ** 53 - 1);
  sum.add(1, 1);
  sum.add(1, 1);
  expect(sum.value()).toBe(2n ** 53n + 1n);
});
