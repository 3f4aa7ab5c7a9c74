import { expect, test } from 'vitest';
import { deleteNimValue } from '../../../core/theory/delete-nim.ts';
import { mex } from '../../../core/theory/mex.ts';

const LARGEST = 64;

test(`the Grundy values of heaps up to ${LARGEST} are those of the rules`, () => {
  const splits: number[][] = [];
  for (let size = 0; size <= LARGEST; size++) {
    splits.push(
      Array.from({ length: Math.max(0, size - 1) }, (_, i) => deleteNimValue(i + 1, size - i - 1)),
    );
  }
  for (let x = 1; x <= LARGEST; x++) {
    for (let y = 1; y <= LARGEST; y++) {
      const options = [...(splits[x] as number[]), ...(splits[y] as number[])];
      expect(deleteNimValue(x, y), `${x} and ${y}`).toBe(mex(options));
    }
  }
});

test('a heap of 2^k has value k up to 2^52, and 2^53 − 1 can bring it to 53', () => {
  for (let k = 0; k <= 52; k++) expect(deleteNimValue(2 ** k, 1)).toBe(k);
  expect(deleteNimValue(2 ** 53 - 1, 2)).toBe(53);
  expect(deleteNimValue(2 ** 53 - 1, 1)).toBe(0);
});
