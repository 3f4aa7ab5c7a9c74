import { expect, test } from 'vitest';
import { type Large, turns } from '../../cli/batch/large.ts';
import { instancesNamed } from './some-instances.ts';

/** Instances of so many milliseconds, each named by them. */
function instances(...times: number[]): Large[] {
  const items = instancesNamed(...times.map(String));
  return items.map((item, at) => ({ item, milliseconds: times[at] as number }));
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
