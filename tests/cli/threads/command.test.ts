import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeDag } from '../../../bench/published.ts';
import { folderWith, nimbus, nimbusWithSignal, rowsIn } from '../command.ts';

const COUNT_21 = 656_112_028;
const COUNT_22 = 270_686_776;
const LONG = 'long/dag-subgraph-count/long.in';

const cwd = folderWith({
  'in/dag-subgraph-count/21.in': completeDag(21, 0),
  'in/dag-subgraph-count/22.in': completeDag(22, 0),
  'in/dag-subgraph-count/28.in': completeDag(28, 0),
  'in/dag-subgraph-count/3.in': completeDag(3, 0),
  'in/delete-nim/01.in': '1\n2\n1 2\n',
  [LONG]: completeDag(27, 0),
});

test.each(['1', '2', '3'])('solve -j %s gives the same bytes', (jobs) => {
  const file = 'in/dag-subgraph-count/21.in';
  const finished = nimbus(['solve', '-j', jobs, 'agc016f', file], { cwd });
  expect(finished).toEqual({ code: 0, stdout: `${COUNT_21}\n`, stderr: '' });
});

test.each(['1', '2', '3'])('run -j %s gives each instance the row it has alone', (jobs) => {
  const out = `out-${jobs}`;
  const words = ['run', 'in', '-o', out, '-j', jobs, '--time-limit', '30s'];
  expect(nimbus(words, { cwd }).code).toBe(1);
  const rows = rowsIn(join(cwd, out)).map(({ file, answer, error }) => [
    file,
    answer ?? error?.rule,
  ]);
  expect(rows).toEqual([
    ['dag-subgraph-count/21.in', `${COUNT_21}`],
    ['dag-subgraph-count/22.in', `${COUNT_22}`],
    ['dag-subgraph-count/28.in', 'cost/too-large'],
    ['dag-subgraph-count/3.in', '6'],
    ['delete-nim/01.in', 'YES'],
  ]);
});

/** Long after `since` says that the command is at work; its threads have started by then. */
function someTimeAfter(since: () => boolean): () => boolean {
  let seen = Number.POSITIVE_INFINITY;
  return () => {
    if (seen === Number.POSITIVE_INFINITY && since()) seen = performance.now();
    return performance.now() > seen + 1500;
  };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends solve on its threads', async (signal) => {
  const words = ['solve', '-j', '2', 'agc016f', LONG];
  const finished = await nimbusWithSignal(
    words,
    cwd,
    signal,
    someTimeAfter(() => true),
  );
  expect(finished).toEqual({ code: null, stdout: '', stderr: '' });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends run on its threads', async (signal) => {
  const out = `out-${signal}`;
  const when = someTimeAfter(() => existsSync(join(cwd, out, '.nimbus')));
  const words = ['run', 'long', '-o', out, '-j', '2'];
  const { code, stderr } = await nimbusWithSignal(words, cwd, signal, when);
  expect(code).toBe(130);
  expect(stderr).toBe('interrupted after 0 of 1; run again to go on\n');
});
