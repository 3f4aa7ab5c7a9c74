import { afterEach, expect, test } from 'vitest';
import { NOTHING_FORMER } from '../../cli/batch/former-results.ts';
import { Pool } from '../../cli/batch/pool.ts';
import { taskOptions } from '../../cli/batch/task-options.ts';
import { instancesNamed } from './some-instances.ts';

const flags = {
  overwrite: 'stale',
  certify: 'none',
  progress: 'none',
  color: 'never',
  timeLimit: 300,
} as const;
const worker = new URL('./workers/misbehaving.ts', import.meta.url);
const pool = new Pool(
  1,
  { options: taskOptions(flags), former: NOTHING_FORMER, newFolder: null },
  worker,
);

afterEach(() => pool.end());

test('an instance that hangs or kills its worker is named; its neighbours are solved by another worker', async () => {
  const first = await pool.solve(instancesNamed('a', 'stuck', 'b', 'deadly', 'c'));
  expect(first.lost?.error.rule).toBe('deadline');
  expect(first.lost?.item.file).toBe('stuck');
  const second = await pool.solve(first.again);
  expect([second.lost?.error.rule, second.lost?.item.file]).toEqual(['worker-died', 'deadly']);
  const third = await pool.solve(second.again);
  expect([third.lost, third.again]).toEqual([null, []]);
  expect(third.result?.pieces.map(({ first }) => first)).toEqual([0, 2, 4]);
});
