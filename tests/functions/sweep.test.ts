import { describe, expect, test } from 'vitest';
import type { Restarts } from '../../functions/job/sweep-step.ts';
import { sweepStep } from '../../functions/job/sweep-step.ts';
import { executionName } from '../../functions/shared/machine.ts';
import { claimKey, jobKeys, rejectedKey } from '../../io/keys.ts';
import { drive } from './drive.ts';
import { doneOf, newWorld, objectsOf } from './jobs.ts';
import { created, messages, newStack, outcomesIn, type Stack } from './stack.ts';

const TEXT = '3\n0\n';
const KEY = 'inbox/corner-geography/删除 +.in';
const MINUTE = 60_000;

/** So many minutes from now, when objects that are written now are that old. */
const inMinutes = (minutes: number) => ({
  time: new Date(Date.now() + minutes * MINUTE).toISOString(),
});

/** An upload that is taken on and waits for the state machine. */
async function started(): Promise<{ stack: Stack; job: string }> {
  const stack = await newStack({ NIMBUS_SPOT_SECONDS: '0' });
  await stack.world.inbox.put(KEY, TEXT);
  await stack.invoke('ingest', messages(created(stack.bucket, KEY)));
  return { stack, job: [...stack.services.executions.keys()][0] as string };
}

describe('an upload', () => {
  test('whose event never came is announced after five minutes, counted, and solved', async () => {
    const stack = await newStack();
    await stack.world.inbox.put(KEY, TEXT);
    expect((await stack.invoke('sweep', inMinutes(4))).result).toEqual({
      uploads: 0,
      jobs: 0,
      givenUp: [],
    });
    const { result, metrics } = await stack.invoke('sweep', inMinutes(6));
    expect(result).toEqual({ uploads: 1, jobs: 0, givenUp: [] });
    expect(metrics).toEqual({ Rescues: 1 });
    await stack.invoke('ingest', messages(...stack.services.messages));
    expect(await outcomesIn(stack)).toEqual({ [KEY]: 'Bob\n' });
    expect((await stack.invoke('sweep', inMinutes(60))).metrics).toEqual({ Rescues: 0 });
  });

  test('is looked for among those that are none: markers, answers, files of other kinds', async () => {
    const stack = await newStack();
    for (const name of ['', '1.out', '1.ans', 'notes.md', '.hidden.in']) {
      await stack.world.inbox.put(`inbox/corner-geography/${name}`, '');
    }
    expect((await stack.invoke('sweep', inMinutes(60))).result).toEqual({
      uploads: 0,
      jobs: 0,
      givenUp: [],
    });
  });

  test('that was refused is let be, and another one under its key is not', async () => {
    const stack = await newStack();
    const put = (text: string, metadata: Record<string, string>) =>
      stack.world.inbox.put(KEY, text, { metadata });
    await put(TEXT, { 'nimbus-game': 'chess' });
    await stack.invoke('ingest', messages(created(stack.bucket, KEY)));
    expect((await stack.invoke('sweep', inMinutes(60))).result).toEqual({
      uploads: 0,
      jobs: 0,
      givenUp: [],
    });
    await put(`${TEXT} `, {});
    expect((await stack.invoke('sweep', inMinutes(60))).result).toEqual({
      uploads: 1,
      jobs: 0,
      givenUp: [],
    });
  });

  test('is found though an event of another bucket named its key', async () => {
    const stack = await newStack();
    await stack.world.inbox.put(KEY, TEXT);
    await stack.invoke('ingest', messages(created('someone-elses', KEY)));
    expect((await stack.invoke('sweep', inMinutes(60))).result).toEqual({
      uploads: 1,
      jobs: 0,
      givenUp: [],
    });
  });

  test('is found after one of its key was gone', async () => {
    const stack = await newStack();
    await stack.invoke('ingest', messages(created(stack.bucket, KEY)));
    await stack.world.inbox.put(KEY, TEXT);
    expect((await stack.invoke('sweep', inMinutes(60))).result).toEqual({
      uploads: 1,
      jobs: 0,
      givenUp: [],
    });
  });

  test('is one of more than a queue takes at once', async () => {
    const stack = await newStack();
    const keys = Array.from({ length: 23 }, (_, at) => `inbox/corner-geography/${at}.in`);
    for (const key of keys) await stack.world.inbox.put(key, TEXT);
    expect((await stack.invoke('sweep', inMinutes(6))).result).toEqual({
      uploads: 23,
      jobs: 0,
      givenUp: [],
    });
    const told = stack.services.messages.map(
      (body) => (JSON.parse(body) as ReturnType<typeof created>).Records[0]?.s3.object.key,
    );
    expect(told.sort()).toEqual(keys.sort());
  });
});

describe('a job', () => {
  test('that nobody works on is started again after 45 minutes, and counted', async () => {
    const { stack, job } = await started();
    stack.services.executions.clear();
    expect((await stack.invoke('sweep', inMinutes(44))).result).toEqual({
      uploads: 0,
      jobs: 0,
      givenUp: [],
    });
    const { result, metrics } = await stack.invoke('sweep', inMinutes(46));
    expect([result, metrics]).toEqual([{ uploads: 0, jobs: 1, givenUp: [] }, { Rescues: 1 }]);
    expect(stack.services.calls.at(-1)).toBe(`start ${executionName(job)}`);
  });

  test('that the state machine is at work on is let be', async () => {
    const { stack } = await started();
    expect((await stack.invoke('sweep', inMinutes(600))).result).toEqual({
      uploads: 0,
      jobs: 0,
      givenUp: [],
    });
    expect(stack.services.calls).toHaveLength(1);
  });

  test.each(['FAILED', 'TIMED_OUT', 'ABORTED', 'SUCCEEDED'])(
    'whose execution is %s without a result is run again',
    async (status) => {
      const { stack, job } = await started();
      stack.services.executions.set(job, status);
      expect((await stack.invoke('sweep', inMinutes(46))).result).toEqual({
        uploads: 0,
        jobs: 1,
        givenUp: [],
      });
      expect([...stack.services.executions.values()]).toContain('RUNNING');
      // At work by another execution, it is let be by the sweeps that follow.
      expect((await stack.invoke('sweep', inMinutes(51))).result).toEqual({
        uploads: 0,
        jobs: 0,
        givenUp: [],
      });
      const running = [...stack.services.executions.values()].filter((each) => each === 'RUNNING');
      expect(running).toHaveLength(1);
    },
  );

  test('of which no execution comes to an end is restarted four times, and then ended and told', async () => {
    const { stack, job } = await started();
    for (let attempt = 2; attempt <= 5; attempt++) {
      for (const name of stack.services.executions.keys())
        stack.services.executions.set(name, 'FAILED');
      const { result } = await stack.invoke('sweep', inMinutes(60 * attempt));
      expect(result).toEqual({ uploads: 0, jobs: 1, givenUp: [] });
    }
    for (const name of stack.services.executions.keys())
      stack.services.executions.set(name, 'FAILED');
    const { result, metrics, log } = await stack.invoke('sweep', inMinutes(600));
    expect(result).toEqual({ uploads: 0, jobs: 0, givenUp: [job] });
    expect(metrics).toEqual({ Rescues: 1, JobsGivenUp: 1 });
    expect(log).toContainEqual(expect.objectContaining({ message: 'job given up', job }));
    expect(stack.services.executions.size).toBe(5);
    expect(await doneOf(stack.world, job)).toMatchObject({ status: 'failed', files: [] });
    const after = await stack.invoke('sweep', inMinutes(700));
    expect(after.result).toEqual({ uploads: 0, jobs: 0, givenUp: [] });
  });

  test('that is done, or was called off, is let be', async () => {
    const { stack, job } = await started();
    stack.services.executions.clear();
    await stack.world.out.put(jobKeys(job).cancel, JSON.stringify({ cancelled: true }));
    expect((await stack.invoke('sweep', inMinutes(60))).result).toEqual({
      uploads: 0,
      jobs: 0,
      givenUp: [],
    });
    await stack.world.out.put(jobKeys(job).cancel, JSON.stringify({ cancelled: false }));
    expect((await stack.invoke('sweep', inMinutes(60))).result).toEqual({
      uploads: 0,
      jobs: 1,
      givenUp: [],
    });
    await drive(() => stack.world, job);
    stack.services.executions.clear();
    expect((await stack.invoke('sweep', inMinutes(60))).result).toEqual({
      uploads: 0,
      jobs: 0,
      givenUp: [],
    });
  });

  test('that cannot be restarted holds up no other, and is told', async () => {
    const { stack } = await started();
    await stack.world.inbox.put('inbox/corner-geography/2.in', '2\n0\n');
    await stack.invoke('ingest', messages(created(stack.bucket, 'inbox/corner-geography/2.in')));
    stack.services.executions.clear();
    stack.services.refuse = 1;
    const { error } = await stack.invoke('sweep', inMinutes(46));
    expect(error?.message).toMatch(/^1 jobs not restarted: /);
    expect([...stack.services.executions.values()]).toEqual(['RUNNING']);
  });
});

test('a sweep writes nothing', async () => {
  const { stack } = await started();
  const before = await objectsOf(stack.world.out, /./);
  await stack.world.inbox.put('inbox/corner-geography/2.in', '2\n0\n');
  await stack.invoke('sweep', inMinutes(60));
  expect(await objectsOf(stack.world.out, /./)).toEqual(before);
});

test('a sweep restarts jobs before it asks for what was refused, and asks only for refusals', async () => {
  const world = newWorld();
  const asked: string[] = [];
  const out = new Proxy(world.out, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...words: unknown[]) => {
        if (name === 'head') asked.push(`${words[0]}`);
        return member.apply(target, words);
      };
    },
  });
  for (const name of ['a', 'b', 'c']) await world.inbox.put(`inbox/${name}.in`, TEXT);
  await world.out.put(rejectedKey('inbox/b.in'), '{}', { metadata: { upload: 'another' } });
  await world.out.put(claimKey('0'.repeat(64), 'left'), '');
  const restart: Restarts['restart'] = async (job) => {
    asked.push(job);
    return 'restarted';
  };
  const patience = { eventPatience: 0, jobPatience: 0, now: Date.now() + MINUTE };
  const queue = { send: async () => undefined };
  const rescues = await sweepStep(
    { ...world, out },
    queue,
    { restart },
    { bucket: 'in', ...patience },
  );
  expect(rescues).toEqual({ uploads: 3, jobs: 1, givenUp: [] });
  expect(asked).toEqual(['left', rejectedKey('inbox/b.in')]);
});
