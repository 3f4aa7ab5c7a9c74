import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startEngine } from '../../../local/engine/engine.ts';
import { LARGEST_STATE } from '../../../local/engine/tasks.ts';
import { functionHost } from '../../../local/functions/host.ts';
import {
  definition,
  type Event,
  engineOf,
  failure,
  oneRound,
  runJob,
  settle,
} from './job-machine.ts';

/** One try and the four retries that the definition allows. */
const TRIES = 5;

test('rounds follow each other until plan has none left, then merge ends the job', async () => {
  const { execution, calls } = await runJob({
    plan: ({ plan }) => {
      const round = plan === undefined ? 0 : (plan.round ?? 0) + 1;
      return round < 2 ? { next: 'round', round, chunks: [7, 9], stuck: 0 } : { next: 'merge' };
    },
  });
  expect(execution).toMatchObject({ status: 'SUCCEEDED', name: 'a-job' });
  const job = 'a-job';
  const round = (round: number) => ({ next: 'round', round, chunks: [7, 9], stuck: 0 });
  expect(calls).toEqual([
    { name: 'plan', event: { job } },
    { name: 'chunk', event: { job, round: 0, chunk: 7, stuck: 0 } },
    { name: 'chunk', event: { job, round: 0, chunk: 9, stuck: 0 } },
    { name: 'plan', event: { job, plan: round(0) } },
    { name: 'chunk', event: { job, round: 1, chunk: 7, stuck: 0 } },
    { name: 'chunk', event: { job, round: 1, chunk: 9, stuck: 0 } },
    { name: 'plan', event: { job, plan: round(1) } },
    { name: 'merge', event: { job, plan: { next: 'merge' } } },
  ]);
});

test('a plan that fails for good is reported, and the execution fails with its error', async () => {
  const { execution, calls, names } = await runJob({
    plan: () => {
      throw failure('AccessDenied', 'no bucket');
    },
  });
  expect(names).toEqual([...Array(TRIES).fill('plan'), 'fail']);
  const { error } = calls.at(-1)?.event ?? {};
  expect(error?.Error).toBe('AccessDenied');
  expect(JSON.parse(error?.Cause ?? '')).toEqual({
    errorType: 'AccessDenied',
    errorMessage: 'no bucket',
    trace: expect.arrayContaining([expect.stringContaining('job.test.ts')]),
  });
  expect(execution).toMatchObject({
    status: 'FAILED',
    error: 'AccessDenied',
    cause: error?.Cause,
  });
});

test('what no retry heals is not retried', async () => {
  const { names } = await runJob({
    plan: () => {
      throw failure('DeterminismError');
    },
  });
  expect(names).toEqual(['plan', 'fail']);
});

test('a chunk that fails twice and then succeeds does not fail the job', async () => {
  const tries = new Map<number, number>();
  const { execution, names } = await runJob({
    plan: oneRound([0, 1, 2]),
    chunk: ({ chunk }) => {
      const attempt = (tries.get(chunk) ?? 0) + 1;
      tries.set(chunk, attempt);
      if (chunk === 1 && attempt <= 2) throw failure('StorageError');
    },
  });
  expect(execution.status).toBe('SUCCEEDED');
  expect(Object.fromEntries(tries)).toEqual({ 0: 1, 1: 3, 2: 1 });
  expect(names.at(-1)).toBe('merge');
});

test('a chunk that fails for good is lost: the others are done, and plan is asked again', async () => {
  const { execution, calls, names } = await runJob({
    plan: oneRound([0, 1, 2]),
    chunk: ({ chunk }) => {
      if (chunk === 1) throw failure('RangeError', 'chunk 1');
    },
  });
  expect(execution.status).toBe('SUCCEEDED');
  expect(calls.filter(({ event }) => event.chunk === 1)).toHaveLength(TRIES);
  expect(calls.filter(({ event }) => event.chunk === 2)).toHaveLength(1);
  expect(names.filter((name) => name !== 'chunk')).toEqual(['plan', 'plan', 'merge']);
});

test('a chunk that fails for what concerns the whole job ends its round, and is reported', async () => {
  const { execution, calls, names } = await runJob({
    plan: oneRound([0]),
    chunk: () => {
      throw failure('InputGoneError', 'chunk 0');
    },
  });
  expect(execution).toMatchObject({ status: 'FAILED', error: 'InputGoneError' });
  expect(names).toEqual(['plan', 'chunk', 'fail']);
  const { error } = calls.at(-1)?.event ?? {};
  expect(JSON.parse(error?.Cause ?? '')).toMatchObject({ errorMessage: 'chunk 0' });
});

test('when a chunk has failed for good no others are started, neither then nor later', async () => {
  const { engine, calls } = await engineOf({
    plan: oneRound(Array.from({ length: 1000 }, (_, at) => at)),
    chunk: async ({ chunk }) => {
      if (chunk === 1) throw failure('DeterminismError');
      await new Promise(setImmediate);
    },
    fail: () => new Promise(setImmediate),
  });
  const started = () =>
    calls.filter(({ name, event }) => name === 'chunk' && event.job === 'a-job').length;
  expect(await settle(engine, 'a-job')).toMatchObject({ status: 'FAILED' });
  // The first pair, and the few that took their places before the Map state had failed.
  expect(started()).toBeLessThan(20);
  const atTheEnd = started();
  await settle(engine, 'another');
  expect(started()).toBe(atTheEnd);
  await engine.close();
});

test('a merge that fails for good is reported', async () => {
  const { execution, names } = await runJob({
    plan: () => ({ next: 'merge' }),
    merge: () => {
      throw failure('VersionError');
    },
  });
  expect(names).toEqual(['plan', 'merge', 'fail']);
  expect(execution).toMatchObject({ status: 'FAILED', error: 'VersionError' });
});

test('a report that fails itself ends the execution with its own error, to be redriven from there', async () => {
  const { execution, names } = await runJob({
    plan: () => {
      throw failure('DeterminismError');
    },
    fail: () => {
      throw failure('TypeError');
    },
  });
  expect(names).toEqual(['plan', ...Array(TRIES).fill('fail')]);
  expect(execution).toMatchObject({ status: 'FAILED', error: 'TypeError' });
});

test('a cancelled job stops without merge and without report', async () => {
  const { execution, names } = await runJob({ plan: () => ({ next: 'stop' }) });
  expect(execution.status).toBe('SUCCEEDED');
  expect(names).toEqual(['plan']);
});

test('a next step that the machine does not know is reported', async () => {
  const { execution, names } = await runJob({ plan: () => ({ next: 'dance' }) });
  expect(execution).toMatchObject({ status: 'FAILED', error: 'UnknownStep' });
  expect(names).toEqual(['plan', 'fail']);
});

test('no more chunks are under way than the machine can run', async () => {
  let running = 0;
  let most = 0;
  const chunks = Array.from({ length: 20 }, (_, at) => at);
  const { execution } = await runJob(
    {
      plan: oneRound(chunks),
      chunk: async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
      },
    },
    3,
  );
  expect([execution.status, most]).toEqual(['SUCCEEDED', 3]);
});

test('ten thousand chunks fit a state', async () => {
  const chunks = Array.from({ length: 10_000 }, (_, at) => at);
  const { execution, calls } = await runJob({ plan: oneRound(chunks) }, 100);
  expect(execution.status).toBe('SUCCEEDED');
  expect(new Set(calls.map(({ event }) => event.chunk)).size).toBe(chunks.length + 1);
});

const half = 'x'.repeat(LARGEST_STATE / 2);

test.each([
  [
    'the answer of plan',
    { plan: () => ({ next: 'merge', more: half + half }) },
    'state Plan: output',
    1,
  ],
  [
    'what all chunks return together',
    { plan: oneRound([0, 1]), chunk: () => half },
    'state Plan: output of all items before',
    3,
  ],
])(
  '%s is refused above 256 KiB, without a retry, and reported',
  async (_, functions, place, called) => {
    const { execution, names } = await runJob(functions);
    expect(execution).toMatchObject({
      status: 'FAILED',
      error: 'States.DataLimitExceeded',
      cause: expect.stringMatching(new RegExp(`^${place}: found \\d+ bytes .*allowed 262144`)),
    });
    expect(names.slice(called)).toEqual(['fail']);
  },
);

test('a chunk that returns more than 256 KiB is lost like any other that fails', async () => {
  const { execution, names } = await runJob({ plan: oneRound([0]), chunk: () => half + half });
  expect([execution.status, names]).toEqual(['SUCCEEDED', ['plan', 'chunk', 'plan', 'merge']]);
});

test('a state of exactly 256 KiB is carried', async () => {
  const state = { job: 'a-job', plan: { next: 'merge', more: '' } };
  const room = LARGEST_STATE - JSON.stringify(state).length;
  const answer = (length: number) => ({
    plan: () => ({ next: 'merge', more: 'x'.repeat(length) }),
  });
  expect((await runJob(answer(room))).execution.status).toBe('SUCCEEDED');
  expect((await runJob(answer(room + 1))).execution.error).toBe('States.DataLimitExceeded');
});

test('a bundle that ends its worker is an unknown error of Lambda: tried again once, then lost', async () => {
  const settings = { timeoutSeconds: 60, memoryMegabytes: 64, environment: {}, workers: 1 };
  const host = functionHost({
    bundles: fileURLToPath(new URL('../functions/bundles', import.meta.url)),
    functions: { sample: settings },
    log: () => undefined,
  });
  const deeds = { chunk: { deed: 'exit' }, plan: { deed: 'echo' } };
  const planned = oneRound([3]);
  const engine = await startEngine({
    definition,
    concurrency: 1,
    retryMilliseconds: 1,
    invoke: async (name, event) => {
      if (name !== 'chunk' && name !== 'plan') return null;
      return host.invoke('sample', { ...deeds[name], value: planned(event as Event) });
    },
  });
  const execution = await settle(engine, 'a-job');
  expect(execution.status).toBe('SUCCEEDED');
  expect(host.counts().sample).toEqual({ started: 2 + 2, failed: 2 });
  await engine.close();
  await host.close();
});
