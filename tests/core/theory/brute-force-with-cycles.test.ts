import { expect, test } from 'vitest';
import { InvariantError } from '../../../core/text/errors.ts';
import { bruteForceWithCycles } from '../../../core/theory/brute-force-with-cycles.ts';

/** 0 has no option. 2 may lose or go round with 3; 4 and 5 can only go round; 6 must go to a won one. */
const OPTIONS: Readonly<Record<number, readonly number[]>> = {
  0: [],
  1: [0],
  2: [1, 3],
  3: [2],
  4: [5],
  5: [4],
  6: [1, 1],
  7: [5, 6],
};

const outcome = bruteForceWithCycles(
  [2, 4, 7],
  (position: number) => OPTIONS[position] ?? [],
  (position) => position,
);

test('positions are won, lost or endless', () => {
  expect([0, 1, 6, 7].map(outcome)).toEqual(['lost', 'won', 'lost', 'won']);
  expect([2, 3, 4, 5].map(outcome)).toEqual(['endless', 'endless', 'endless', 'endless']);
});

test('a position that no start reaches is a mistake of the caller', () => {
  expect(() => outcome(8)).toThrow(InvariantError);
});
