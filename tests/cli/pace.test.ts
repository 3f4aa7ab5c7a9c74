import { expect, test } from 'vitest';
import { Pace } from '../../cli/batch/pace.ts';

test('the pace is that of the last instances, without the first ones', () => {
  const pace = new Pace();
  pace.add(1, 45);
  expect(pace.each).toBe(null);
  pace.add(1, 20);
  expect(pace.each).toBe(null);
  pace.add(50, 49);
  pace.add(50, 51);
  expect(pace.each).toBe(1);
  pace.add(10, 60);
  expect(pace.each).toBe(6);
});
