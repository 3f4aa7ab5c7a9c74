import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { poolAhead } from '../../cli/batch/pool-ahead.ts';
import { newFolder } from '../tools/temporary-folder.ts';

const FLAGS = {
  jobs: 1,
  overwrite: 'stale',
  certify: 'none',
  progress: 'none',
  color: 'never',
} as const;

/** A folder with so many files, half of them below another one, and one that is not there yet. */
function folders(files: number): { readonly tests: string; readonly out: string } {
  const folder = newFolder('ahead');
  const tests = join(folder, 'tests');
  mkdirSync(join(tests, 'more'), { recursive: true });
  for (let at = 0; at < files; at++)
    writeFileSync(join(tests, at % 2 === 0 ? '' : 'more', `${at}.in`), '');
  return { tests, out: join(folder, 'out') };
}

test('workers start ahead for many files that were never run', async () => {
  const { tests, out } = folders(65);
  const pool = poolAhead([tests], { ...FLAGS, out });
  expect(pool).not.toBe(null);
  await (await pool)?.end();
});

test('they do not for a few, for other paths, or where an earlier run may know the answers', () => {
  const { tests, out } = folders(64);
  expect(poolAhead([tests], { ...FLAGS, out })).toBe(null);
  expect(poolAhead([join(tests, '0.in'), 'not-there'], { ...FLAGS, out })).toBe(null);
  const many = folders(65);
  mkdirSync(many.out);
  expect(poolAhead([many.tests], { ...FLAGS, out: many.out })).toBe(null);
});
