import { expect, test } from 'vitest';
import {
  AffineMap,
  applyToLanes,
  fillLane,
  LANES,
  LARGEST_SIZE,
} from '../../../core/number/affine-map.ts';
import { PrimeField } from '../../../core/number/prime-field.ts';
import { Random } from '../../../core/random/random.ts';

const PRIME = 1_073_741_789;
const field = new PrimeField(PRIME);

/** A full map and vectors with the given residues. */
function images(size: number, residue: () => number): { got: Uint32Array; expected: number[] } {
  const map = new AffineMap(size, size * size);
  const matrix = Array.from({ length: size }, () => Array.from({ length: size }, residue));
  const vectors = Array.from({ length: LANES }, () => Uint32Array.from({ length: size }, residue));
  let filled = 0;
  matrix.forEach((row, index) => {
    map.constants[index] = residue();
    row.forEach((entry, column) => {
      map.put(filled++, column, entry);
    });
    map.starts[index + 1] = filled;
  });
  const lanes = new Float64Array(size * LANES);
  vectors.forEach((vector, lane) => {
    fillLane(lanes, lane, vector, 0);
  });
  const got = new Uint32Array(size * LANES);
  applyToLanes(map, lanes, field, got);
  const expected = matrix.flatMap((row, index) =>
    vectors.map((vector) => exact(row, vector, map.constants[index] as number)),
  );
  return { got, expected };
}

function exact(row: readonly number[], vector: Uint32Array, constant: number): number {
  const sum = row.reduce(
    (total, entry, column) => total + BigInt(entry) * BigInt(vector[column] as number),
    BigInt(constant),
  );
  return Number(sum % BigInt(PRIME));
}

test('the images are exact at the largest size with the largest residues', () => {
  const { got, expected } = images(LARGEST_SIZE, () => PRIME - 1);
  expect([...got]).toEqual(expected);
});

test('the images of random vectors under random maps are exact', () => {
  const random = new Random(1);
  for (let size = 1; size <= 40; size++) {
    const { got, expected } = images(size, () => random.below(PRIME));
    expect([...got]).toEqual(expected);
  }
});

test('entryAt gives back what was put', () => {
  const map = new AffineMap(1, 2);
  map.put(0, 0, PRIME - 1);
  map.put(1, 0, 1);
  expect([map.entryAt(0), map.entryAt(1)]).toEqual([PRIME - 1, 1]);
});
