import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shareInRange } from '../tools/simulated-runs.ts';
import { root } from './command.ts';

test('a line of progress names no time before anything is done, and one afterwards', () => {
  const script = `
    import { progressOf } from './cli/batch/progress.ts';
    const counts = { cached: 0, errors: 0 };
    performance.now = () => time;
    let time = 0;
    for (const progress of ['plain', 'json']) {
      const shown = await progressOf({ progress }, { count: 4, bytes: () => 400 });
      for (const done of [0, 1, 2]) {
        time += 11_000;
        shown.update(done, { ...counts, bytes: 100 * done });
      }
    }`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^0 of 4, 0 errors$/m);
  expect(stderr).toMatch(/^2 of 4, 50 %, 0 errors, 0 a second, .+ left, \d+ MB$/m);
  expect(stderr).toMatch(/"done":0,.*"ms_left":null,/m);
  expect(stderr).toMatch(
    /"done":2,.*"ms_left":33000,"ms_left_low":\d+,"ms_left_high":\d+,"share":0.5/,
  );
  expect(stderr).not.toMatch(/Infinity|NaN/);
});

test('at half way the end lies in the range, in nine of ten runs of all kinds', () => {
  for (const [kind, share] of shareInRange(200)) expect([kind, share >= 0.9]).toEqual([kind, true]);
});
