import { describe, expect, test } from 'vitest';
import { INBOX, jobKeys } from '../../io/keys.ts';
import { objectsOf, textOf } from './jobs.ts';
import { example, uploadExamples } from './manifest.ts';
import {
  created,
  type FunctionName,
  type Invoked,
  messages,
  newStack,
  outcomesIn,
  recordOf,
  type Stack,
} from './stack.ts';

const COMMON = ['NIMBUS_IN', 'NIMBUS_OUT'];
const SETTINGS: Readonly<Record<FunctionName, readonly string[]>> = {
  ingest: [...COMMON, 'NIMBUS_MACHINE', 'NIMBUS_CHUNK_SECONDS', 'NIMBUS_SPOT_SECONDS'],
  plan: COMMON,
  chunk: COMMON,
  merge: COMMON,
  fail: COMMON,
  schedule: [...COMMON, 'NIMBUS_QUEUE'],
  sweep: [...COMMON, 'NIMBUS_MACHINE', 'NIMBUS_QUEUE'],
};
const functions = Object.keys(SETTINGS) as FunctionName[];
const pairs = functions.flatMap((name) =>
  SETTINGS[name].map((setting) => [name, setting] as const),
);

describe('settings', () => {
  test.each(pairs)('of %s: without %s it says so at its start', async (name, setting) => {
    const { invoke } = await newStack({ [setting]: undefined });
    const { error } = await invoke(name, {});
    expect(error?.name).toBe('SettingsError');
    expect(error?.message).toContain(`settings: ${setting}: found undefined`);
    expect(error?.message).toContain("set it in the function's environment");
  });

  test.each(functions)('of %s: no others are needed', async (name) => {
    const all = [...new Set(pairs.map(([, setting]) => setting))];
    const others = all.filter((setting) => !SETTINGS[name].includes(setting));
    const { invoke } = await newStack(
      Object.fromEntries(others.map((setting) => [setting, undefined])),
    );
    expect((await invoke(name, 'no event')).error?.name).toBe('EventError');
  });

  test.each([
    ['ingest', 'NIMBUS_MACHINE', 'nimbus'],
    ['ingest', 'NIMBUS_SPOT_SECONDS', 'ten'],
    ['schedule', 'NIMBUS_QUEUE', 'nimbus-ingest'],
    ['merge', 'NIMBUS_IN', ''],
  ] as const)('of %s: %s may not be "%s"', async (name, setting, value) => {
    const { error } = await (await newStack({ [setting]: value })).invoke(name, {});
    expect(error?.name).toBe('SettingsError');
    expect(error?.message).toContain(setting);
  });
});

describe('an event of the wrong shape', () => {
  test.each(functions)('is refused by %s, with the place', async (name) => {
    const { invoke } = await newStack();
    for (const event of [null, [], 'text', 7, { job: 7 }, { Records: 'none' }]) {
      const { error, log } = await invoke(name, event);
      expect([event, error?.name]).toEqual([event, 'EventError']);
      expect(error?.message).toMatch(/^event: .+: found .+, allowed .+/);
      expect(log.at(-1)).toMatchObject({ level: 'ERROR', message: 'failed' });
    }
  });

  test('is told with 200 bytes of it', async () => {
    const { invoke } = await newStack();
    const { error } = await invoke('schedule', {
      schedule: 's',
      prefix: '漢'.repeat(5000),
      time: '',
    });
    expect(Buffer.byteLength(error?.message ?? '')).toBeLessThan(300);
  });
});

/** The rounds of a job as the state machine makes them, by the handlers alone; all that they said. */
async function run(stack: Stack, job: string): Promise<Invoked[]> {
  const told: Invoked[] = [];
  const call = async (name: FunctionName, event: object) => {
    const invoked = await stack.invoke(name, event);
    expect(invoked.error).toBeNull();
    told.push(invoked);
    return invoked.result;
  };
  let state: { job: string; plan?: unknown } = { job };
  for (;;) {
    const plan = (await call('plan', state)) as { next: string; round: number; chunks: number[] };
    state = { job, plan };
    if (plan.next !== 'round') break;
    for (const chunk of plan.chunks) {
      expect(await call('chunk', { job, round: plan.round, chunk })).toBeNull();
    }
  }
  expect(await call('merge', state)).toBeNull();
  return told;
}

const CUT_FINE = { NIMBUS_SPOT_SECONDS: '0', NIMBUS_CHUNK_SECONDS: '0.0002' };

async function startedJob(settings = CUT_FINE) {
  const stack = await newStack(settings);
  const key = `${INBOX}dag-subgraph-count/complete-15.in`;
  await stack.world.inbox.put(key, example('dag-subgraph-count/complete-15.in'));
  const started = await stack.invoke('ingest', messages(created(stack.bucket, key)));
  return { stack, key, job: [...stack.services.executions.keys()][0] as string, started };
}

describe('the functions together', () => {
  test('solve a job in rounds as one function does on the spot', async () => {
    const { stack, job } = await startedJob();
    const told = await run(stack, job);
    expect(told.length).toBeGreaterThan(9);
    const { stack: other } = await startedJob({ ...CUT_FINE, NIMBUS_SPOT_SECONDS: '1000' });
    expect(Object.values(await outcomesIn(stack))).toEqual(Object.values(await outcomesIn(other)));
    const sum = (name: string) => told.reduce((all, { metrics }) => all + (metrics[name] ?? 0), 0);
    expect([sum('JobsDone'), sum('Chunks')]).toEqual([1, told.length - 1 - roundsIn(told)]);
  });

  test('change nothing of a job that is done, whichever of them is called again', async () => {
    const { stack, job } = await startedJob();
    await run(stack, job);
    const before = await objectsOf(stack.world.out, /./);
    expect((await stack.invoke('plan', { job })).result).toEqual({ next: 'merge' });
    await stack.invoke('chunk', { job, round: 0, chunk: 0 });
    await stack.invoke('merge', { job });
    await stack.invoke('fail', { job, error: { Error: 'Late', Cause: 'late' } });
    expect(await objectsOf(stack.world.out, /./)).toEqual(before);
  });

  test('stop a job that was called off, and keep what is finished', async () => {
    const { stack, job } = await startedJob();
    await stack.invoke('plan', { job });
    await stack.world.out.put(jobKeys(job).cancel, JSON.stringify({ cancelled: true }));
    const before = await objectsOf(stack.world.out, /./);
    expect((await stack.invoke('plan', { job })).result).toEqual({ next: 'stop' });
    expect((await stack.invoke('chunk', { job, round: 0, chunk: 1 })).result).toBeNull();
    expect(await objectsOf(stack.world.out, /./)).toEqual(before);
  });

  test('give a job that failed an error row for what is missing, with the cause', async () => {
    const { stack, job } = await startedJob();
    await stack.invoke('plan', { job });
    const cause = JSON.stringify({
      errorMessage: 'signal: killed',
      errorType: 'Runtime.ExitError',
    });
    const error = { Error: 'Lambda.Unknown', Cause: cause };
    const { metrics } = await stack.invoke('fail', { job, plan: {}, error });
    expect(metrics).toEqual({ JobsFailed: 1 });
    const done = JSON.parse((await textOf(stack.world.out, jobKeys(job).done)) ?? '') as object;
    expect(done).toMatchObject({ status: 'failed', cause: 'Lambda.Unknown: signal: killed' });
    expect(Object.values(await outcomesIn(stack))).toEqual([{ errors: ['job/chunk-failed'] }]);
  });

  test('give up a round that stays as it is, and name it', async () => {
    const { stack, job } = await startedJob();
    let plan: unknown;
    const results: Invoked[] = [];
    for (let time = 0; time < 4; time++) {
      results.push(await stack.invoke('plan', { job, ...(plan === undefined ? {} : { plan }) }));
      plan = results.at(-1)?.result;
    }
    expect(results.map(({ error }) => error?.name ?? null)).toEqual([
      null,
      null,
      null,
      'RoundFailedError',
    ]);
  });
});

const roundsIn = (told: readonly Invoked[]) =>
  told.filter(({ result }) => result instanceof Object && 'next' in result).length;

describe('logs', () => {
  test('are JSON lines that name the function, the request and the job', async () => {
    const { stack, job, started } = await startedJob();
    const told = [started, ...(await run(stack, job))];
    told.push(await stack.invoke('fail', { job, error: { Error: 'E', Cause: 'c' } }));
    const lines = told.flatMap(({ log }) => log);
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      expect(line).toMatchObject({
        job,
        service: expect.stringMatching(/^nimbus-/) as string,
        function_request_id: expect.any(String) as string,
        level: expect.any(String) as string,
      });
    }
  });

  test('are told what failed, and by which job', async () => {
    const { stack, job } = await startedJob();
    const { log } = await stack.invoke('chunk', { job, round: 0, chunk: 99_999 });
    expect(log.at(-1)).toMatchObject({
      level: 'ERROR',
      job,
      error: { name: expect.stringMatching(/Error$/) as string },
    });
  });

  test('never hold more than 200 bytes of what a user wrote', async () => {
    const stack = await newStack();
    const long = 'Ж漢'.repeat(190);
    const keys = [
      `${INBOX}corner-geography/${long}.in`,
      `${INBOX}${long}.zip`,
      `${INBOX}${long}.in`,
    ];
    for (const key of keys) await stack.world.inbox.put(key, long);
    const bodies = [
      created(stack.bucket, ...keys, `${INBOX}gone/${long}.in`, `${INBOX}${long}.md`),
      created(long, `${INBOX}a.in`),
      created(stack.results, `jobs/${long}`),
      { Records: [recordOf(stack.bucket, `${long}%E0%A4%A`)] },
      { Records: [{ eventName: long, s3: long }] },
      { Records: [{ eventName: { [long]: long } }] },
      long,
      JSON.stringify(long),
    ];
    const told = [await stack.invoke('ingest', messages(...bodies))];
    for (const name of functions) {
      told.push(
        await stack.invoke(name, { job: { long }, time: long, prefix: long, schedule: long }),
      );
      told.push(await stack.invoke(name, { job: long, Records: long, round: 0, chunk: 0 }));
    }
    const output = told.map((each) => each.output).join('');
    expect(output).toContain('Ж漢Ж漢');
    const runs = output.match(/(?:Ж漢|\\u0416\\u6f22)+/g) ?? [];
    expect(Math.max(...runs.map((run) => Buffer.byteLength(run)))).toBeLessThanOrEqual(200);
  });

  test('hold no answer and no instance', async () => {
    const stack = await newStack();
    await uploadExamples(stack);
    const key = `${INBOX}sliding-geography/01.in`;
    const { output } = await stack.invoke('ingest', messages(created(stack.bucket, key)));
    expect(output).toContain('sliding-geography');
    expect(output).not.toContain('OOXX');
  });
});
