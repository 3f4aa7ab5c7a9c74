import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './command.ts';

test('a line of progress names no time before anything is done, and one afterwards', () => {
  const script = `
    import { progressOf } from './cli/batch/progress.ts';
    import { setTimeout as wait } from 'node:timers/promises';
    const counts = { cached: 0, errors: 0 };
    for (const progress of ['plain', 'json']) {
      const shown = progressOf({ progress }, 4);
      await wait(1_050);
      shown.update(0, counts);
      performance.now = ((now) => () => now.call(performance) + 11_000)(performance.now);
      shown.update(0, counts);
      performance.now = ((now) => () => now.call(performance) + 11_000)(performance.now);
      shown.update(2, counts);
    }`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^0 of 4, 0 errors$/m);
  expect(stderr).toMatch(/^2 of 4, 0 errors, about \d+ s left$/m);
  expect(stderr).toMatch(/"done":0,.*"ms_left":null}$/m);
  expect(stderr).not.toMatch(/Infinity/);
});
