import { expect, test } from 'vitest';
import { Random } from '../../../core/random/random.ts';
import { settleAll } from '../../../core/theory/all-nearly-equal-splits.ts';
import { NearlyEqualSplits, nearlyEqualSplits } from '../../../core/theory/nearly-equal-splits.ts';
import { grundyValues } from '../../second/even-split-heaps/all-divisors.ts';

const PUBLISHED: readonly (readonly [number, string])[] = [
  [2, '0 1 2 2 2 2 3 2 4 3 4 3'],
  [3, '0 0 1 1 2 1 2 1 2 2 2 2'],
  [4, '0 0 0 1 1 1 2 1 1 2 1 2'],
];

test.each(PUBLISHED)('F = %i has the published Grundy values', (threshold, values) => {
  const splits = new NearlyEqualSplits(threshold);
  const heaps = Array.from({ length: 12 }, (_, index) => index + 1);
  expect(heaps.map((heap) => splits.grundyValue(heap)).join(' ')).toBe(values);
});

test.each([1, 2, 3, 7, 20, 90])('heaps in any order, F = %i, agree with all m', (threshold) => {
  const heaps = new Random(threshold).shuffled(Array.from({ length: 600 }, (_, heap) => heap));
  const everyM = (heap: number) => Array.from({ length: Math.max(0, heap - 1) }, (_, i) => i + 2);
  const values = grundyValues({ threshold, heaps: Int32Array.of(599) }, everyM);
  const together = new NearlyEqualSplits(threshold);
  for (const heap of heaps) {
    expect(new NearlyEqualSplits(threshold).grundyValue(heap), `${heap} alone`).toBe(values[heap]);
    expect(together.grundyValue(heap), `${heap} after others`).toBe(values[heap]);
  }
});

test.each([1, 2, 3, 7, 20, 90, 599])('all heaps at once, F = %i, agree with all m', (threshold) => {
  const everyM = (heap: number) => Array.from({ length: Math.max(0, heap - 1) }, (_, i) => i + 2);
  const expected = grundyValues({ threshold, heaps: Int32Array.of(600) }, everyM);
  for (const settled of [2, 3, 4, 10, 299, 600]) {
    const values = Uint16Array.from({ length: 601 }, (_, heap) =>
      heap <= settled ? (expected[heap] as number) : 0,
    );
    settleAll(values, threshold, settled, 600);
    expect([...values], `from ${settled} on`).toEqual(expected);
  }
});

test('heaps one by one and all at once have the same values, up to 60,000', () => {
  const together = new NearlyEqualSplits(2);
  for (let heap = 1; heap <= 60_000; heap++) together.grundyValue(heap);
  for (let heap = 60_000; heap > 59_000; heap -= 37) {
    expect(new NearlyEqualSplits(2).grundyValue(heap)).toBe(together.grundyValue(heap));
  }
});

test('a value does not depend on what was asked before', () => {
  const heaps = [10_000_000, 9_999_999, 3_162_277, 1_048_576, 99_999];
  const together = new NearlyEqualSplits(5);
  for (const heap of [...heaps].reverse()) together.grundyValue(heap);
  for (const heap of heaps) {
    expect(new NearlyEqualSplits(5).grundyValue(heap)).toBe(together.grundyValue(heap));
  }
});

test('the table is kept for one F at a time', () => {
  const first = nearlyEqualSplits(3);
  expect(nearlyEqualSplits(3)).toBe(first);
  expect(nearlyEqualSplits(4)).not.toBe(first);
  expect(nearlyEqualSplits(3)).not.toBe(first);
});
