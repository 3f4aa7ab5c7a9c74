import { expect, test } from 'vitest';
import { cutRange } from '../../../core/number/ranges.ts';

test('the ranges cover every index once, differ by at most one in length, and are at most as many', () => {
  for (const length of [0, 1, 2, 10, 1_000_003]) {
    for (const count of [1, 2, 3, 7, 12]) {
      const ranges = cutRange(length, count);
      expect(ranges.length).toBe(Math.max(1, Math.min(count, length)));
      expect([0, ...ranges.map(({ last }) => last)]).toEqual([
        ...ranges.map(({ first }) => first),
        length,
      ]);
      const lengths = ranges.map(({ first, last }) => last - first);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    }
  }
});
