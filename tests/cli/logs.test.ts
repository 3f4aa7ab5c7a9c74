import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newFolder, nimbus, root } from './command.ts';

const JOB = 'delete-nim-0123456789abcdef';

const line = (fields: object, secondsAgo = 0) =>
  `${JSON.stringify({
    timestamp: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    level: 'INFO',
    service: 'nimbus-chunk',
    message: 'solved',
    function_request_id: 'x',
    job: JOB,
    ...fields,
  })}\n`;

function folderWithLogs(today: string, before = ''): string {
  const cwd = newFolder('logs');
  mkdirSync(join(cwd, '.nimbus/logs'), { recursive: true });
  writeFileSync(join(cwd, '.nimbus/logs/2026-01-01.jsonl'), before);
  writeFileSync(join(cwd, '.nimbus/logs/2026-01-02.jsonl'), today);
  return cwd;
}

const numbers = (stdout: string) =>
  stdout
    .split('\n')
    .flatMap((text) => (text === '' ? [] : [(JSON.parse(text) as { chunk: number }).chunk]));

test('logs prints the lines of a job and its generations, oldest file first, and of no other job', () => {
  const cwd = folderWithLogs(
    line({ chunk: 2 }) +
      line({ chunk: 3, job: `${JOB}/g2` }) +
      line({ chunk: 4, job: 'delete-nim-ffffffffffffffff', message: JOB }) +
      `no JSON ${JOB}\n`,
    line({ chunk: 1 }),
  );
  const { code, stdout } = nimbus(['logs', JOB, '--json'], { cwd });
  expect([code, numbers(stdout)]).toEqual([0, [1, 2, 3]]);
  expect(numbers(nimbus(['logs', `${JOB}/g2`, '--json'], { cwd }).stdout)).toEqual([3]);
  expect(nimbus(['logs', JOB], { cwd }).stdout).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z INFO {2}chunk {4}solved chunk=1\n/,
  );
});

test('--filter takes a field or a text, and --since a time', () => {
  const cwd = folderWithLogs(
    line({ chunk: 1, level: 'ERROR' }) +
      line({ chunk: 2, place: { round: 7 } }) +
      line({ chunk: 3, message: 'lost the level=ERROR of it' }, 3_600),
  );
  const chunks = (...words: string[]) =>
    numbers(nimbus(['logs', JOB, '--json', ...words], { cwd }).stdout);
  expect(chunks('--filter', 'level=ERROR')).toEqual([1]);
  expect(chunks('--filter', 'place.round=7')).toEqual([2]);
  expect(chunks('--filter', 'lost the')).toEqual([3]);
  expect(chunks('--filter', 'constructor=x')).toEqual([]);
  expect(chunks('--since', '10m')).toEqual([1, 2]);
});

test('a control character of a log does not reach the terminal', () => {
  const cwd = folderWithLogs(line({ message: '\u001b[31mred' }));
  expect(nimbus(['logs', JOB], { cwd }).stdout).toContain('<U+001B>[31mred');
});

test('--tail goes on with what comes, a line that comes in two pieces as one, until Ctrl-C', async () => {
  const cwd = folderWithLogs(line({ chunk: 1 }));
  const file = join(cwd, '.nimbus/logs/2026-01-02.jsonl');
  const words = [join(root, 'cli/nimbus.mjs'), 'logs', JOB, '--json', '--tail'];
  const child = spawn(process.execPath, words, { cwd });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const printed = async (chunk: number) => {
    while (!numbers(stdout).includes(chunk)) await wait(20);
  };
  await printed(1);
  const [second, third] = [line({ chunk: 2 }), line({ chunk: 3 })];
  appendFileSync(file, second + third.slice(0, 20));
  await printed(2);
  appendFileSync(file, third.slice(20));
  await printed(3);
  const ended = once(child, 'close');
  child.kill('SIGINT');
  expect([(await ended)[0], stderr]).toEqual([130, 'stopped\n']);
  expect(numbers(stdout)).toEqual([1, 2, 3]);
});
