import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { carefulStep } from '../../functions/careful/careful-step.ts';
import { chunkStep, type World } from '../../functions/job/chunk-step.ts';
import { failStep } from '../../functions/job/fail-step.ts';
import { type IngestSettings, ingestStep } from '../../functions/job/ingest-step.ts';
import { mergeStep } from '../../functions/job/merge-step.ts';
import { type OpenJob, openJob } from '../../functions/job/open-job.ts';
import { writeSettled } from '../../functions/job/part.ts';
import { type Next, planStep } from '../../functions/job/plan-step.ts';
import { scheduleStep } from '../../functions/job/schedule-step.ts';
import { settleCover } from '../../functions/job/settled-cover.ts';
import { sweepStep } from '../../functions/job/sweep-step.ts';
import { jobKeys } from '../../io/keys.ts';
import { doneOf, newWorld, ON_THE_SPOT, upload } from '../functions/jobs.ts';
import { PolicedStore } from './policed-store.ts';

const example = (path: string) => readFileSync(new URL(`../../examples/${path}`, import.meta.url));

/** The world as the role of one function sees it. */
const as = (role: string, world: World): World => ({
  ...world,
  inbox: new PolicedStore(world.inbox, 'in', role),
  out: new PolicedStore(world.out, 'out', role),
});

const NOTHING_ON_THE_SPOT = { ...ON_THE_SPOT, spotSeconds: 0, chunkSeconds: 1e-6 };
const KEY = 'inbox/team/dag-subgraph-count/complete-15.in';

async function ingest(world: World, key: string, settings: IngestSettings) {
  const started: string[] = [];
  const start = async (job: string) => void started.push(job);
  const ingested = await ingestStep(
    as('ingest', world),
    { start },
    { bucket: 'in', key, version: null },
    settings,
  );
  return { ingested, started };
}

async function uploaded(): Promise<{ world: World; job: string }> {
  const world = newWorld();
  await upload(world, KEY, example('dag-subgraph-count/complete-15.in'));
  const { started } = await ingest(world, KEY, NOTHING_ON_THE_SPOT);
  expect(started).toHaveLength(1);
  return { world, job: started[0] as string };
}

/** The rounds of a job as the state machine has them done, each function in its own role. */
async function rounds(world: World, job: string): Promise<number> {
  let chunks = 0;
  let next: Next = await planStep(as('plan', world), { job });
  while (next.next === 'round') {
    const { round } = next;
    for (const chunk of next.chunks) await chunkStep(as('chunk', world), { job, round, chunk });
    chunks += next.chunks.length;
    next = await planStep(as('plan', world), { job, plan: next });
  }
  expect(next.next).toBe('merge');
  return chunks;
}

describe('the rights of the table suffice', () => {
  test('for ingest to solve a small upload on the spot, and to meet it again', async () => {
    const world = newWorld();
    await upload(world, KEY, example('dag-subgraph-count/complete-15.in'));
    const settings = { ...ON_THE_SPOT, chunkSeconds: 1e-6 };
    const { ingested } = await ingest(world, KEY, settings);
    expect(ingested.kind).toBe('solved');
    expect((await ingest(world, KEY, settings)).ingested.kind).toBe('done');
  });

  test('for ingest to refuse an archive and an upload that is gone', async () => {
    const world = newWorld();
    await upload(world, 'inbox/all.zip', 'PK');
    for (const key of ['inbox/all.zip', 'inbox/gone.in']) {
      expect((await ingest(world, key, ON_THE_SPOT)).ingested.kind).toBe('rejected');
    }
  });

  test('for plan, chunk and merge to solve a large one in rounds', async () => {
    const { world, job } = await uploaded();
    expect(await rounds(world, job)).toBeGreaterThan(1);
    await mergeStep(as('merge', world), { job });
    expect(await doneOf(world, job)).toMatchObject({ status: 'done', counts: { errors: 0 } });
  });

  test('for plan, chunk and merge to solve lines', async () => {
    const world = newWorld();
    await upload(world, 'inbox/mixed.jsonl', example('mixed.jsonl'));
    const { started } = await ingest(world, 'inbox/mixed.jsonl', NOTHING_ON_THE_SPOT);
    const job = started[0] as string;
    await rounds(world, job);
    await mergeStep(as('merge', world), { job });
    expect(await doneOf(world, job)).toMatchObject({ status: 'done', counts: { errors: 0 } });
  });

  test('for plan and merge to end a job that fail settled, and then died', async () => {
    const world = newWorld();
    await upload(world, 'inbox/mixed.jsonl', example('mixed.jsonl'));
    const { started } = await ingest(world, 'inbox/mixed.jsonl', NOTHING_ON_THE_SPOT);
    const job = started[0] as string;
    await planStep(as('plan', world), { job });
    const open = (await openJob(world.out, job)) as OpenJob;
    const failure = { rule: 'job/chunk-failed', place: null, found: 'planted', allowed: 'none' };
    await settleCover(as('fail', world), open, failure);
    expect(await planStep(as('plan', world), { job })).toEqual({ next: 'merge' });
    await mergeStep(as('merge', world), { job });
    const counts = { instances: 3, solved: 0, errors: 3 };
    expect(await doneOf(world, job)).toMatchObject({ status: 'failed', counts });
  });

  test.each(['planned', 'unplanned'])('for fail to end a job that is %s', async (state) => {
    const world = newWorld();
    await upload(world, 'inbox/mixed.jsonl', example('mixed.jsonl'));
    const { started } = await ingest(world, 'inbox/mixed.jsonl', NOTHING_ON_THE_SPOT);
    const job = started[0] as string;
    if (state === 'planned') await planStep(as('plan', world), { job });
    const error = { Error: 'States.ExceedToleratedFailureThreshold', Cause: 'planted' };
    await failStep(as('fail', world), { job, error });
    expect(await doneOf(world, job)).toMatchObject({ status: 'failed' });
  });

  test('for schedule to announce, once, and again what nobody took on', async () => {
    const world = newWorld();
    await upload(world, KEY, example('dag-subgraph-count/complete-15.in'));
    const sent: string[] = [];
    const queue = { send: async (messages: readonly string[]) => void sent.push(...messages) };
    const event = { schedule: 'nightly', prefix: 'inbox/', time: '2026-11-30T03:00:00Z' };
    const settings = { bucket: 'in', machine: null, chunkSeconds: 60 };
    await scheduleStep(as('schedule', world), queue, event, settings);
    await scheduleStep(as('schedule', world), queue, event, settings);
    await ingest(world, KEY, ON_THE_SPOT);
    const later = { ...event, time: '2026-12-01T03:00:00Z' };
    await scheduleStep(as('schedule', world), queue, later, settings);
    expect(sent).toHaveLength(2);
  });

  test('for sweep to find a lost upload and a job that was left', async () => {
    const { world } = await uploaded();
    await upload(world, 'inbox/lost/delete-nim.in', example('delete-nim/01.in'));
    const patience = { eventPatience: 0, jobPatience: 0, now: Date.now() + 60_000 };
    const rescues = await sweepStep(
      as('sweep', world),
      { send: async () => undefined },
      { restart: async () => 'restarted' },
      { bucket: 'in', ...patience },
    );
    expect(rescues).toEqual({ uploads: 1, jobs: 1, givenUp: [] });
  });

  test('for sweep to end a job that no execution brings to an end', async () => {
    const { world, job } = await uploaded();
    const patience = { eventPatience: 0, jobPatience: 0, now: Date.now() + 60_000 };
    await sweepStep(
      as('sweep', world),
      { send: async () => undefined },
      { restart: async () => 'exhausted' },
      { bucket: 'in', ...patience },
    );
    expect(await doneOf(world, job)).toMatchObject({ status: 'failed' });
  });

  test.each([KEY, 'inbox/mixed.jsonl'])('for chunk to solve %s with care', async (key) => {
    const world = newWorld();
    const path = key.replace(/^inbox\/(team\/)?/, '');
    await upload(world, key, example(path));
    const { started } = await ingest(world, key, NOTHING_ON_THE_SPOT);
    const job = started[0] as string;
    const next = await planStep(as('plan', world), { job });
    const care = {
      remaining: () => Number.POSITIVE_INFINITY,
      megabytes: 512,
      stores: { inbox: world.inbox.address, out: world.out.address },
      lost: () => undefined,
    };
    const event = { job, round: 0, chunk: next.next === 'round' ? (next.chunks[0] ?? 0) : -1 };
    expect(await carefulStep({ ...as('chunk', world), ...care }, event)).toBe('solved');
  });

  test('for chunk to keep a second result that differs', async () => {
    const { world, job } = await uploaded();
    const key = jobKeys(job).part({ first: 0, last: 0 });
    const { out } = as('chunk', world);
    await writeSettled(out, key, Buffer.from('one'));
    await expect(writeSettled(out, key, Buffer.from('two'))).rejects.toThrow('determinism: ');
    expect(await world.out.head(`${key}.differs`)).not.toBeNull();
  });
});

describe('the rights of the table do not suffice', () => {
  test('for plan to write outside jobs/', async () => {
    const { out } = as('plan', newWorld());
    await expect(out.put('cache/done/x', '', { once: true })).rejects.toThrow('config/permission');
  });

  test('for anyone to write a part without a condition', async () => {
    const { out } = as('chunk', newWorld());
    await expect(out.put('jobs/a/parts/b', '')).rejects.toThrow('without a condition');
  });

  test.each([
    ['chunk', 'cache/done/x'],
    ['chunk', 'cache/claims/x'],
    ['merge', 'cache/claims/x'],
  ])('for %s to write %s', async (role, key) => {
    const { out } = as(role, newWorld());
    await expect(out.put(key, '', { once: true })).rejects.toThrow('PutObject of out/cache/');
  });

  test('for anyone to settle a second time what results are put together from', async () => {
    const { out } = as('merge', newWorld());
    await expect(out.put(jobKeys('a').cover, '')).rejects.toThrow('without a condition');
  });

  test('for ingest to change an upload', async () => {
    const { inbox } = as('ingest', newWorld());
    await expect(inbox.put(KEY, '', { once: true })).rejects.toThrow('PutObject of in/inbox/');
  });
});
