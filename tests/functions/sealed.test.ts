import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../core/random/random.ts';
import {
  SLICE,
  seal,
  sealedRange,
  sealedSize,
  slicesOf,
  unseal,
} from '../../functions/job/sealed.ts';
import { sliceRuns } from '../../functions/job/slice-runs.ts';

const content = (size: number) => {
  const random = new Random(size);
  return Uint8Array.from({ length: size }, () => random.below(256));
};
const NAME = 'jobs/x/rounds/2/000000000-000000003';
const WHOLE = content(3 * SLICE + 1000);
const SEALED = seal(NAME, WHOLE);

/** What is read back of a range of the content, through the bytes of its slices alone. */
function readBack(start: number, end: number, sealed = SEALED, name = NAME) {
  const slices = slicesOf({ start, end });
  const range = sealedRange(slices, WHOLE.length);
  const found = unseal(name, slices, WHOLE.length, sealed.subarray(range.start, range.end));
  if (found === null) return null;
  const from = start - slices.first * SLICE;
  return Buffer.concat(found).subarray(from, from + end - start);
}

test('has the size that is foreseen', () => {
  for (const size of [0, 1, 4, SLICE - 1, SLICE, SLICE + 1, 2 * SLICE, 2 * SLICE + 4]) {
    expect(seal(NAME, content(size))).toHaveLength(sealedSize(size));
  }
});

test('any range of the content is read back', () => {
  const ranges = fc.tuple(fc.nat(WHOLE.length - 1), fc.nat(WHOLE.length - 1));
  const property = fc.property(ranges, ([a, b]) => {
    const [start, end] = [Math.min(a, b), Math.max(a, b) + 1];
    expect(readBack(start, end)?.equals(WHOLE.subarray(start, end))).toBe(true);
  });
  fc.assert(property, { seed: 20261130, numRuns: 100 });
});

describe('is refused', () => {
  test('with any bit turned over, in the content or in a digest', () => {
    const random = new Random(1);
    for (let time = 0; time < 50; time++) {
      const place = random.below(SEALED.length);
      const spoiled = SEALED.slice();
      spoiled[place] = (spoiled[place] as number) ^ (1 << random.below(8));
      expect(readBack(0, WHOLE.length, spoiled)).toBeNull();
    }
  });

  test('cut off anywhere', () => {
    for (const size of [0, 1, SLICE, SLICE + 32, SEALED.length - 32, SEALED.length - 1]) {
      expect(readBack(0, WHOLE.length, SEALED.subarray(0, size))).toBeNull();
    }
  });

  test('with two slices in each other’s place', () => {
    const swapped = SEALED.slice();
    swapped.set(SEALED.subarray(0, SLICE + 32), SLICE + 32);
    swapped.set(SEALED.subarray(SLICE + 32, 2 * (SLICE + 32)), 0);
    expect(readBack(0, 10, swapped)).toBeNull();
  });

  test('as the content of another part', () => {
    expect(readBack(0, 10, SEALED, `${NAME}1`)).toBeNull();
  });
});

test('few slices that nobody wants are read along, many are not', () => {
  expect(sliceRuns([])).toEqual([]);
  expect(sliceRuns([30, 2, 0, 19, 47, 100])).toEqual([
    { first: 0, last: 47 },
    { first: 100, last: 100 },
  ]);
  expect(sliceRuns([0, 18])).toHaveLength(2);
});
