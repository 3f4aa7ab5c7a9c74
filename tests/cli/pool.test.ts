import { afterEach, expect, test } from 'vitest';
import { taskOptions } from '../../cli/batch/job.ts';
import { type Batch, Pool } from '../../cli/batch/pool.ts';

const flags = {
  overwrite: 'stale',
  certify: 'none',
  progress: 'none',
  color: 'never',
  timeLimit: 300,
} as const;
const worker = new URL('./workers/misbehaving.ts', import.meta.url);
const pool = new Pool(1, taskOptions(flags), worker);

afterEach(() => pool.end());

function batchOf(...files: string[]): Batch {
  const items = files.map((file, index) => {
    const nothing = { line: null, id: null, answer: null, expect: null, formerAnswer: null };
    return {
      index,
      file,
      game: 'delete-nim',
      key: '',
      sha256In: '',
      offset: 0,
      length: 0,
      ...nothing,
    };
  });
  return { items, bytes: new Uint8Array() };
}

test('an instance that hangs or kills its worker is named; its neighbours are solved by another worker', async () => {
  const first = await pool.solve(batchOf('a', 'stuck', 'b', 'deadly', 'c'));
  expect(first.lost?.error.rule).toBe('deadline');
  expect(first.lost?.item.file).toBe('stuck');
  const second = await pool.solve(first.again as Batch);
  expect([second.lost?.error.rule, second.lost?.item.file]).toEqual(['worker-died', 'deadly']);
  const third = await pool.solve(second.again as Batch);
  expect([third.lost, third.again]).toEqual([null, null]);
  expect(third.results.map(({ index }) => index)).toEqual([0, 2, 4]);
});
