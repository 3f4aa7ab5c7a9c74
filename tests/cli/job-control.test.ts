import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { jobKeys } from '../../io/keys.ts';
import { CHUNK_FAILED } from '../../io/results/infrastructure.ts';
import {
  completeGraph,
  type DevProcess,
  solvedChunks,
  startDevProcess,
  whenFinished,
} from '../end-to-end/dev-process.ts';
import { textOf } from '../functions/jobs.ts';
import { contents, folderWith, newFolder, nimbus, nimbusWithSignal } from './command.ts';

/** Those that a failed test has left. */
const running = new Set<DevProcess>();
afterAll(async () => {
  for (const dev of running) await dev.kill();
});

/** A case of some hundred chunks in a few rounds. */
const LARGE = completeGraph(22);
const SLOW = ['--chunk-seconds', '0.0005', '--spot-seconds', '0', '--jobs', '1'];

async function devIn(cwd: string, ...flags: string[]): Promise<DevProcess> {
  const dev = await startDevProcess(join(cwd, '.nimbus'), ...flags);
  running.add(dev);
  const ended = <Result>(end: () => Promise<Result>) => {
    return () => end().finally(() => running.delete(dev));
  };
  return { ...dev, kill: ended(dev.kill), stop: ended(dev.stop) };
}

const answer = (() => {
  const cwd = folderWith({ 'dag-subgraph-count.in': LARGE });
  return nimbus(['solve', 'dag-subgraph-count', 'dag-subgraph-count.in'], { cwd }).stdout;
})();

interface Status {
  readonly state: string;
  readonly share: number | null;
  readonly newest: string;
}

function statusOf(cwd: string, job: string): Status {
  return JSON.parse(nimbus(['status', job, '--json'], { cwd }).stdout) as Status;
}

test('cancelled in the middle and resumed, a job keeps what is finished and solves only the rest', async () => {
  const cwd = folderWith({ 'dag-subgraph-count.in': LARGE });
  const data = join(cwd, '.nimbus');
  const dev = await devIn(cwd, ...SLOW);
  const { stdout } = nimbus(['submit', 'dag-subgraph-count.in'], { cwd });
  const job = stdout.trim();
  await whenFinished(dev.buckets, 5);

  expect(nimbus(['cancel', job], { cwd }).code).toBe(2);
  for (let time = 0; time < 2; time++) {
    const { code, stderr } = nimbus(['cancel', job, '--yes'], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringContaining('what is finished is kept')]);
    expect(statusOf(cwd, job).state).toBe('cancelled');
  }
  expect(JSON.parse((await textOf(dev.buckets.out, jobKeys(job).cancel)) ?? '')).toMatchObject({
    v: 1,
    cancelled: true,
  });
  expect(nimbus(['fetch', job], { cwd }).code).toBe(3);
  expect(nimbus(['submit', 'dag-subgraph-count.in', '--wait'], { cwd }).code).toBe(5);

  const before = solvedChunks(data).length;
  expect(before).toBeGreaterThanOrEqual(5);
  const resumed = nimbus(['resume', job, '--wait'], { cwd });
  expect(resumed.stderr).toMatch(
    /was cancelled: in round \d+, \d+ chunks? missing, \d+ chunks? kept/,
  );
  expect(resumed.code).toBe(0);
  expect(nimbus(['fetch', job, 'out', '-q'], { cwd }).code).toBe(0);
  expect(contents(join(cwd, 'out'))['answers/dag-subgraph-count.out']).toBe(answer);

  // What was under way when the job was called off may have been solved twice; nothing else.
  const solved = solvedChunks(data);
  expect(solved.length - new Set(solved).size).toBeLessThanOrEqual(1);
  const { code, stderr } = nimbus(['resume', job], { cwd });
  expect([code, stderr]).toEqual([0, expect.stringContaining('--failed-only')]);
  expect(nimbus(['cancel', job, '--yes'], { cwd }).stderr).toContain('is done already');
  expect(statusOf(cwd, job).state).toBe('done');
  await dev.stop();
});

test('a job whose nimbus dev was killed is told to be idle, and resume goes on with it in its own process', async () => {
  const cwd = folderWith({ 'dag-subgraph-count.in': LARGE });
  const dev = await devIn(cwd, ...SLOW);
  const job = nimbus(['submit', 'dag-subgraph-count.in'], { cwd }).stdout.trim();
  await whenFinished(dev.buckets, 3);
  await dev.kill();
  const { code, stdout, stderr } = nimbus(['status', job], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^state {3}running, round \d+ of \d+$/m);
  expect(stderr).toBe(`nobody is at work on it; go on with: nimbus resume ${job}\n`);
  expect(nimbus(['resume', job], { cwd }).code).toBe(0);
  nimbus(['fetch', job, 'out', '-q'], { cwd });
  expect(contents(join(cwd, 'out'))['answers/dag-subgraph-count.out']).toBe(answer);
});

test('by the address of its bucket a job can be submitted, watched, fetched, cancelled and resumed', async () => {
  const cwd = folderWith({ 'delete-nim/a.in': '1\n2\n1 2\n', 'delete-nim/b.in': '1\n2\nx 2\n' });
  const dev = await devIn(newFolder('dev'));
  const env = {
    AWS_ENDPOINT_URL: dev.url,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'us-east-1',
  };
  const byAddress = (...words: string[]) => nimbus(words, { cwd, env });
  const submitted = byAddress('submit', 'delete-nim', '--to', 's3://nimbus-in/team', '--wait');
  expect(submitted.code).toBe(1);
  const job = submitted.stdout.trim();
  expect(submitted.stderr).toContain('uploaded as inbox/team/delete-nim-');
  const watched = byAddress('status', `s3://nimbus-out/jobs/${job}/`, '--watch', '--json');
  expect(JSON.parse(watched.stdout.trim())).toMatchObject({ job, state: 'done', errors: 1 });
  expect(byAddress('fetch', job, 'out', '--store', 's3://nimbus-in,s3://nimbus-out').code).toBe(0);
  expect(contents(join(cwd, 'out'))['answers/a.out']).toBe('YES\n');
  expect(byAddress('doctor', '--store', 's3://nimbus-in').code).toBe(0);
  const again = byAddress('resume', job, '--failed-only', '--store', 's3://nimbus-in');
  expect([again.code, again.stdout]).toEqual([0, `${job}/g2\n`]);
  expect(again.stderr).toContain('generation 2 takes over 0 parts and solves 1 chunk again');
  const cancelled = byAddress('cancel', job, '--yes', '--store', 's3://nimbus-in');
  expect(cancelled.stderr).toContain(`${job}/g2 is cancelled`);
  expect(byAddress('status', `${job}/g2`, '--store', 's3://nimbus-in').stdout).toContain(
    'cancelled',
  );
  const shown = byAddress('status', job, '--store', 's3://nimbus-in');
  expect(shown.stdout).toMatch(/^state {3}done$/m);
  expect(shown.stderr).toContain(`generation 2 is not done yet, see: nimbus status ${job}/g2`);
  const upload = byAddress(
    'status',
    submitted.stderr.match(/inbox\/\S+/)?.[0] ?? '',
    '--store',
    's3://nimbus-in',
  );
  expect(upload.stdout).toContain(job);
  await dev.stop();
});

test('a job that was given up has its missing rows solved by a next generation, which fetch then prefers', async () => {
  const cwd = folderWith({ 'dag-subgraph-count.in': LARGE });
  const dev = await devIn(cwd, ...SLOW);
  const job = nimbus(['submit', 'dag-subgraph-count.in'], { cwd }).stdout.trim();
  await whenFinished(dev.buckets, 5);
  nimbus(['cancel', job, '--yes'], { cwd });
  const event = { job, error: { Error: 'Lambda.Unknown', Cause: 'planted' } };
  writeFileSync(join(cwd, 'event.json'), JSON.stringify(event));
  nimbus(['invoke', 'fail', '--event', 'event.json'], { cwd });
  const failed = nimbus(['status', job], { cwd });
  expect(failed.stdout).toMatch(/^state {3}failed$/m);
  expect(failed.stderr).toContain(CHUNK_FAILED);
  expect(nimbus(['fetch', job, 'out', '-q'], { cwd }).code).toBe(0);
  const before = await textOf(dev.buckets.out, jobKeys(job).done);

  const { code, stdout } = nimbus(['resume', job, '--wait'], { cwd });
  expect([code, stdout]).toEqual([0, `${job}/g2\n`]);
  expect(await textOf(dev.buckets.out, jobKeys(job).done)).toBe(before);
  expect(statusOf(cwd, job)).toMatchObject({ state: 'done', newest: `${job}/g2` });
  // Files of the first generation are ours to replace.
  expect(nimbus(['fetch', job, 'out', '-q'], { cwd }).code).toBe(0);
  expect(contents(join(cwd, 'out'))['answers/dag-subgraph-count.out']).toBe(answer);
  expect(readFileSync(join(cwd, 'out/errors.jsonl'), 'utf8')).toBe('');
  const list = JSON.parse(nimbus(['status', '--json'], { cwd }).stdout) as { jobs: unknown[] };
  const ended = { job: `${job}/g2`, state: 'done', cases: 1, errors: 0 };
  expect(list.jobs).toEqual([expect.objectContaining(ended)]);
  await dev.stop();
});

test('Ctrl-C while submit waits leaves the job to the nimbus dev that is at work on it', async () => {
  const cwd = folderWith({ 'dag-subgraph-count.in': LARGE });
  const dev = await devIn(cwd, ...SLOW);
  let parts = 0;
  void whenFinished(dev.buckets, 1).then(() => parts++);
  const words = ['submit', 'dag-subgraph-count.in', '--wait', '-q'];
  const { code, stdout, stderr } = await nimbusWithSignal(words, cwd, 'SIGINT', () => parts > 0);
  const job = stdout.trim();
  expect([code, stderr]).toEqual([
    130,
    `interrupted; the job goes on, see: nimbus status ${job}\n`,
  ]);
  const watched = nimbus(['status', job, '--watch'], { cwd });
  expect(watched.stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+ running, round \d+ of \d+ · /);
  expect(watched.stdout).toMatch(/done · 1 case: 1 solved, 0 errors\n$/);
  await dev.stop();
});

test.each([
  [['status', 'delete-nim-0123456789abcdef'], 3, 'not-found: found no data of nimbus'],
  [['fetch', 'nonsense'], 2, 'allowed a job id'],
  [['resume', '../x'], 2, 'allowed a job id'],
  [['cancel', 's3://nimbus-out/answers/x', '--yes'], 2, 'allowed a job id'],
  [['status', '--store', 's3://nimbus-in'], 4, 'storage/unavailable'],
])('%j ends with %i', (words, code, message) => {
  const env = {
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'us-east-1',
  };
  const ended = nimbus(words, { cwd: newFolder('none'), env });
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toContain(message);
  expect(ended.stderr.trimEnd()).not.toContain('\n');
});
