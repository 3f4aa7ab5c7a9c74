import { expect, test } from 'vitest';
import { farDoublings } from '../../../core/graph/locality.ts';

test('near jumps are free, and each doubling past 2^14 counts one', () => {
  const tails = Int32Array.of(0, 0, 0, 0);
  const near = Int32Array.of(1, 16_383, 0, 16_383);
  expect(farDoublings({ tails, heads: near })).toBe(0);
  const far = Int32Array.of(0, 16_384, 0, 65_536);
  expect(farDoublings({ tails, heads: far })).toBe(1 + 1 + 3);
  expect(farDoublings({ tails: far, heads: far })).toBe(10);
});
