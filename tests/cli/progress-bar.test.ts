import { expect, test } from 'vitest';
import { layoutFor } from '../../cli/batch/progress-bar.ts';

/** As long as they become in a run of a million instances. */
const LONG: Readonly<Record<string, string>> = {
  percentage: '100',
  done: '999 999 of 1 000 000',
  cached: '99 999',
  errors: '9 999',
  rate: '99 999',
  left: '10 m 10 s to 20 m 20 s left',
  mb: '1 999',
};

test.each([60, 76, 80, 99, 100, 140, 200])('a line of progress fits into %d columns', (columns) => {
  const { format, barsize } = layoutFor(columns);
  const line = format.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'bar' ? '#'.repeat(barsize) : (LONG[name] as string),
  );
  expect(line.length).toBeLessThanOrEqual(columns);
  expect(line).toContain(LONG['left']);
});
