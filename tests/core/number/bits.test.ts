import { expect, test } from 'vitest';
import { bitCount, highestBit, lowestBit } from '../../../core/number/bits.ts';
import { Random } from '../../../core/random/random.ts';

test('bits of 32-bit masks are counted and found', () => {
  const random = new Random(1);
  const masks = [1, 2, 3, 0x7fffffff, 0x80000000, 0xffffffff];
  for (const mask of [
    ...masks,
    ...Array.from({ length: 500 }, () => (random.bits() | 1) << random.below(32)),
  ]) {
    const digits = (mask >>> 0).toString(2);
    expect(bitCount(mask)).toBe(digits.replaceAll('0', '').length);
    expect(highestBit(mask)).toBe(digits.length - 1);
    expect(lowestBit(mask)).toBe(digits.length - 1 - digits.lastIndexOf('1'));
  }
});

test('0 has no bits', () => {
  expect(bitCount(0)).toBe(0);
  expect(highestBit(0)).toBe(-1);
});
