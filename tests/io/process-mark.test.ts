import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { ownMark, runningOf } from '../../io/process-mark.ts';

/** A process that lives for a while, and the first line that it prints. */
async function lastingShell(script: string) {
  const shell = spawn('sh', ['-c', script]);
  const [line] = (await once(shell.stdout, 'data')) as [Buffer];
  return { shell, line: line.toString().trim() };
}

test('the mark of a process tells whether it is still at work', async () => {
  expect(runningOf(ownMark())).toBe(process.pid);
  const { shell } = await lastingShell('echo up; exec sleep 60');
  expect(runningOf(`${shell.pid}`)).toBe(shell.pid);
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  expect(runningOf(`${shell.pid}`)).toBeNull();
});

test('a number that comes again is another process', () => {
  // In a container each run has the number 1, and finds its own in what a killed one left.
  expect(runningOf(`${process.pid} 1`)).toBeNull();
  expect(runningOf(`${process.pid}`)).toBeNull();
});

test('a process that was killed and is still listed is at work no more', async () => {
  const { shell, line } = await lastingShell('sleep 0 & echo $!; exec sleep 60');
  await vi.waitFor(() => expect(runningOf(line)).toBeNull());
  expect(() => process.kill(Number(line), 0)).not.toThrow();
  shell.kill('SIGKILL');
});

test.each(['', 'x', '0', '-1', '1.5', '99999999999'])('%o is the mark of nobody', (mark) => {
  expect(runningOf(mark)).toBeNull();
});
