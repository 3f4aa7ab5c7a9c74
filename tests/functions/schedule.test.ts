import { describe, expect, test } from 'vitest';
import { ingestStep } from '../../functions/job/ingest-step.ts';
import { type ScheduleRun, scheduleStep } from '../../functions/job/schedule-step.ts';
import { INBOX, scheduleRunKey } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { solversOf } from '../../io/uploads.ts';
import { newWorld, ON_THE_SPOT, objectsOf, upload } from './jobs.ts';
import { example, exampleFiles, uploadExamples } from './manifest.ts';
import { messages, newStack, outcomesIn } from './stack.ts';

const TIME = '2026-11-30T02:00:00Z';
const EVENT = { schedule: 'nightly', prefix: 'inbox/delete-nim/', time: TIME };
const KEY = 'inbox/delete-nim/01.in';

const keysIn = (bodies: readonly string[]) =>
  bodies.map((body) => {
    const { Records } = JSON.parse(body) as { Records: { s3: { object: { key: string } } }[] };
    return Records[0]?.s3.object.key;
  });

describe('a planned time', () => {
  test('has everything under its prefix announced that has no result, and it is solved', async () => {
    const stack = await newStack();
    await uploadExamples(stack);
    const { result, metrics } = await stack.invoke('schedule', EVENT);
    expect([result, metrics]).toEqual([{ run: 'new', announced: 1 }, { Announced: 1 }]);
    expect(keysIn(stack.services.messages)).toEqual([KEY]);
    await stack.invoke('ingest', messages(...stack.services.messages));
    expect(Object.keys(await outcomesIn(stack))).toEqual([KEY]);
    const next = await stack.invoke('schedule', { ...EVENT, time: '2026-12-01T02:00:00Z' });
    expect(next.result).toEqual({ run: 'new', announced: 0 });
  });

  test('that fires twice is one run, and one announcement of what was taken on meanwhile', async () => {
    const stack = await newStack();
    await uploadExamples(stack);
    await stack.invoke('schedule', EVENT);
    const run = await objectsOf(stack.world.out, /^schedules\//);
    await stack.invoke('ingest', messages(...stack.services.messages));
    expect((await stack.invoke('schedule', EVENT)).result).toEqual({ run: 'known', announced: 0 });
    expect(await objectsOf(stack.world.out, /^schedules\//)).toEqual(run);
    expect(stack.services.messages).toHaveLength(1);
  });

  test('whose first firing died before its messages has them sent by the second', async () => {
    const stack = await newStack();
    await uploadExamples(stack);
    stack.services.refuse = 1;
    expect((await stack.invoke('schedule', EVENT)).error).not.toBeNull();
    expect(stack.services.messages).toEqual([]);
    expect((await stack.invoke('schedule', EVENT)).result).toEqual({ run: 'known', announced: 1 });
    expect(keysIn(stack.services.messages)).toEqual([KEY]);
    expect(Object.keys(await objectsOf(stack.world.out, /^schedules\//))).toEqual([
      scheduleRunKey('nightly', TIME),
    ]);
  });

  test('whose firings come at once is one run', async () => {
    const stack = await newStack();
    await uploadExamples(stack);
    const world = stack.world;
    const queue = { send: () => Promise.resolve() };
    const how = { bucket: stack.bucket, machine: null, chunkSeconds: 0 };
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => scheduleStep(world, queue, EVENT, how)),
    );
    expect(runs.filter(({ run }) => run === 'new')).toHaveLength(1);
  });

  test('says nothing of what lies outside of its prefix', async () => {
    const stack = await newStack();
    await uploadExamples(stack);
    await stack.invoke('schedule', { ...EVENT, prefix: 'inbox/no-such/' });
    expect(stack.services.messages).toEqual([]);
  });
});

test('runs are skipped as long as a job of the last one that announced any is at work', async () => {
  const world = newWorld();
  const queue = { send: async () => undefined };
  const settings = { bucket: 'in', machine: null, chunkSeconds: 0 };
  const run = async (hour: number) => {
    const time = `2026-11-30T0${hour}:00:00Z`;
    await scheduleStep(world, queue, { ...EVENT, prefix: INBOX, time }, settings);
    const [text] = Object.values(await objectsOf(world.out, new RegExp(`runs/${time}`)));
    const { skipped = false, uploads } = JSON.parse(text ?? '') as ScheduleRun;
    return [skipped, uploads.length];
  };
  await upload(world, KEY, '1\n2\n1 2\n');
  expect(await run(0)).toEqual([false, 1]);
  await upload(world, 'inbox/delete-nim/02.in', '1\n2\n2 2\n');
  for (const hour of [1, 2, 3]) expect(await run(hour)).toEqual([true, 0]);
  const machine = { start: async () => undefined };
  await ingestStep(world, machine, { bucket: 'in', key: KEY, version: null }, ON_THE_SPOT);
  expect(await run(4)).toEqual([false, 1]);
});

test('uploads are looked at several at once, and announced in their order', async () => {
  const world = newWorld();
  const keys = Array.from({ length: 40 }, (_, at) => `inbox/delete-nim/${10 + at}.in`);
  for (const key of keys) await upload(world, key, '1\n2\n1 2\n');
  let asked = 0;
  let most = 0;
  const inbox: ObjectStore = {
    address: world.inbox.address,
    get: (key, options) => world.inbox.get(key, options),
    put: (key, body, options) => world.inbox.put(key, body, options),
    putStream: (key, chunks, options) => world.inbox.putStream(key, chunks, options),
    list: (prefix, options) => world.inbox.list(prefix, options),
    head: async (key, options) => {
      most = Math.max(most, ++asked);
      const head = await world.inbox.head(key, options);
      asked--;
      return head;
    },
  };
  const sent: string[] = [];
  const queue = { send: async (bodies: readonly string[]) => void sent.push(...bodies) };
  const settings = { bucket: 'in', machine: null, chunkSeconds: 0 };
  await scheduleStep({ ...world, inbox }, queue, EVENT, settings);
  expect(keysIn(sent)).toEqual(keys);
  expect([most > 1, most <= 16]).toEqual([true, true]);
});

describe('solvers of a newer version', () => {
  /** As if delete-nim had been changed. */
  const raised = (game: string | null) =>
    game === null || game === 'delete-nim' ? `${solversOf(game)}+` : solversOf(game);

  async function solvedWorld() {
    const world = newWorld();
    const none = { start: () => Promise.reject(new TypeError('no state machine here')) };
    for (const path of exampleFiles) {
      await upload(world, INBOX + path, example(path));
      const announced = { bucket: 'in', key: INBOX + path, version: null };
      await ingestStep(world, none, announced, ON_THE_SPOT);
    }
    return world;
  }

  const everything = { ...EVENT, prefix: INBOX };
  const settings = { bucket: 'in', machine: null, chunkSeconds: 60 };
  const queueOf = (sent: string[], failures = 0) => {
    let left = failures;
    const send = async (bodies: readonly string[]) => {
      if (left-- > 0) throw new TypeError('the queue is not there');
      sent.push(...bodies);
    };
    return { send };
  };
  /** What may hold an instance of delete-nim: its own folder, and lines whose game only they tell. */
  const concerned = exampleFiles.filter((path) => /(^|\/)delete-nim\/|\.jsonl$/.test(path));

  test('have everything of their game announced again, and nothing else', async () => {
    const world = await solvedWorld();
    const sent: string[] = [];
    await scheduleStep(world, queueOf(sent), everything, settings);
    expect(sent).toEqual([]);
    const later = { ...everything, time: '2026-12-01T02:00:00Z' };
    await scheduleStep(world, queueOf(sent), later, { ...settings, solversOf: raised });
    expect(keysIn(sent).sort()).toEqual(concerned.map((path) => INBOX + path).sort());
  });

  test('have it announced by the second firing, too, where the first one died before', async () => {
    const world = await solvedWorld();
    const sent: string[] = [];
    const how = { ...settings, solversOf: raised };
    await expect(scheduleStep(world, queueOf(sent, 1), everything, how)).rejects.toThrow(
      'not there',
    );
    const second = await scheduleStep(world, queueOf(sent), everything, how);
    expect(second).toEqual({ run: 'known', announced: concerned.length });
    expect(keysIn(sent).sort()).toEqual(concerned.map((path) => INBOX + path).sort());
  });
});
