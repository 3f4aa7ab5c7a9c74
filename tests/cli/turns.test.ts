import { expect, test } from 'vitest';
import { type Large, turns } from '../../cli/batch/large.ts';

/** Instances of so many milliseconds, each named by them. */
function instances(...times: number[]): Large[] {
  const nothing = { line: null, id: null, answer: null, expect: null, asked: null, problem: null };
  return times.map((milliseconds, index) => {
    const source = { bytes: new Uint8Array() };
    const item = { index, file: `${milliseconds}`, game: null, why: 'its content', source };
    return { item: { ...item, ...nothing }, milliseconds };
  });
}

function filesOf(large: readonly Large[], jobs: number) {
  const { sideBySide, alone } = turns(large, jobs);
  return [sideBySide.map(({ file }) => file), alone.map(({ file }) => file)];
}

test('one instance is solved alone', () => {
  expect(filesOf(instances(5000), 2)).toEqual([[], ['5000']]);
});

test('many alike are solved side by side', () => {
  expect(filesOf(instances(5000, 5001, 5002), 2)).toEqual([['5002', '5001', '5000'], []]);
});

test('those that would outlast the others are solved alone, the longest first', () => {
  expect(filesOf(instances(2000, 90_000, 2000, 30_000, 2001), 2)).toEqual([
    ['2001', '2000', '2000'],
    ['90000', '30000'],
  ]);
});

test('fewer than there are cores are solved alone', () => {
  expect(filesOf(instances(2000, 5000, 2001), 4)).toEqual([[], ['5000', '2001', '2000']]);
});
