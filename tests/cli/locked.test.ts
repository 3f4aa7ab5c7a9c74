import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownMark } from '../../io/process-mark.ts';
import { folderWith, nimbus } from './command.ts';

test('a folder of results belongs to one run at a time, and not to one that is gone', () => {
  const cwd = folderWith({ 'in/delete-nim/a.in': '1\n2\n1 2\n', 'out/.nimbus/lock': '' });
  const run = () => nimbus(['run', 'in', '-o', 'out'], { cwd });
  const lock = join(cwd, 'out/.nimbus/lock');
  writeFileSync(lock, ownMark());
  expect(run()).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`locked: found process ${process.pid} at work in it`),
  });
  // Our number, of a process that started long before us.
  writeFileSync(lock, `${process.pid} 1`);
  expect(run().code).toBe(0);
});
