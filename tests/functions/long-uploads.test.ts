import { describe, expect, test } from 'vitest';
import { carefulStep } from '../../functions/careful/careful-step.ts';
import { chunkStep } from '../../functions/job/chunk-step.ts';
import { failStep } from '../../functions/job/fail-step.ts';
import { nextGeneration } from '../../functions/job/generation.ts';
import { ingestStep } from '../../functions/job/ingest-step.ts';
import { mergeStep } from '../../functions/job/merge-step.ts';
import { openAnyJob } from '../../functions/job/open-job.ts';
import { readPart, type Solved, writePart } from '../../functions/job/part.ts';
import { planStep } from '../../functions/job/plan-step.ts';
import { solvedRange } from '../../functions/job/range-part.ts';
import type { ObjectStore, StoredObject } from '../../io/stores/object-store.ts';
import { doneOf, newWorld, ON_THE_SPOT, rowsOf, upload } from './jobs.ts';
import { type Heaps, type SickWorld, shortRows, sick, sickWorld } from './sick/jobs.ts';

const HEAPS = 'inbox/delete-nim/long.in';

/** A file of several cases. */
function fileOf(cases: readonly Heaps[]): string {
  return `${cases.length}\n${cases.map((heaps) => `2\n${heaps.join(' ')}\n`).join('')}`;
}

/** Of fifty cases of which the one in the middle is sick, in ranges of some cases each. */
const FIFTY = fileOf(
  Array.from({ length: 50 }, (_, at): Heaps => (at === 25 ? sick('exit') : [at + 1, 2 * at + 3])),
);

async function planned(world: SickWorld, key: string, text: string, bytes = 60): Promise<string> {
  await upload(world, key, text);
  const started: string[] = [];
  const machine = { start: async (job: string) => void started.push(job) };
  const settings = { ...ON_THE_SPOT, spotSeconds: 0, ranges: { from: 0, bytes } };
  await ingestStep(world, machine, { bucket: 'in', key, version: null }, settings);
  const [job = ''] = started;
  await planStep(world, { job });
  return job;
}

async function piecesOf(world: SickWorld, job: string) {
  return (await openAnyJob(world.out, job))?.plan.pieces ?? [];
}

/** The range in which a case stands, by what its text begins with. */
async function rangeWith(world: SickWorld, job: string, text: string, part: string) {
  const at = text.indexOf(part);
  return (await piecesOf(world, job)).findIndex(({ start, end }) => start <= at && at < end);
}

describe('a range that nobody can solve', () => {
  test('has error rows for its cases alone, and is tried again by the next generation', async () => {
    const world = sickWorld();
    const job = await planned(world, HEAPS, FIFTY);
    const { length } = await piecesOf(world, job);
    const lost = await rangeWith(world, job, FIFTY, '2\n666');
    for (let chunk = 0; chunk < length; chunk++) {
      const step = chunk === lost ? carefulStep : chunkStep;
      await step(world, { job, round: 0, chunk });
    }
    expect(await planStep(world, { job })).toEqual({ next: 'merge' });
    await mergeStep(world, { job });
    const rows = await shortRows(world, job);
    expect(rows.length).toBe(50);
    expect(rows[25]).toBe('worker-died');
    const dead = rows.flatMap((each, at) => (each === 'worker-died' ? [at] : []));
    expect(dead.length).toBeLessThan(15);
    expect(dead).toEqual(dead.map((_, offset) => (dead[0] ?? 0) + offset));
    expect(rows.filter((each) => each === 'YES' || each === 'NO').length).toBe(50 - dead.length);
    const next = await nextGeneration(world.out, job, 'infrastructure');
    expect(next).toMatchObject({ kept: length - 1, pieces: 1 });
    const again = next?.job ?? '';
    expect(await planStep(world, { job: again })).toMatchObject({ chunks: [lost] });
    await chunkStep(world, { job: again, round: 0, chunk: lost });
    await mergeStep(world, { job: again });
    expect((await doneOf(world, again)).counts).toMatchObject({ cases: 50, errors: 0 });
  });

  test('has them also where the whole job is given up', async () => {
    const world = sickWorld();
    const job = await planned(world, HEAPS, FIFTY);
    const { length } = await piecesOf(world, job);
    for (let chunk = 0; chunk < length; chunk += 2)
      await chunkStep(world, { job, round: 0, chunk });
    await failStep(world, { job, error: { Error: 'Lambda.Unknown', Cause: 'as asked' } });
    const rows = await shortRows(world, job);
    expect(rows.length).toBe(50);
    expect(new Set(rows)).toEqual(new Set(['YES', 'NO', 'job/chunk-failed']));
    expect((await doneOf(world, job)).status).toBe('failed');
  });

  test('is the only case of a list', async () => {
    const world = sickWorld();
    const list = `2 1\n1 2 1\n400\n${'1 2\n'.repeat(200)}`;
    const job = await planned(world, 'inbox/colored-token-split/long.in', list, 100);
    for (const chunk of [0, 1, 3]) await chunkStep(world, { job, round: 0, chunk });
    await failStep(world, { job, error: { Error: 'Lambda.Unknown', Cause: 'as asked' } });
    expect(await shortRows(world, job)).toEqual(['job/chunk-failed']);
  });
});

test('an upload that is gone before its results are put together has one row that says so', async () => {
  const world = sickWorld();
  const job = await planned(world, HEAPS, FIFTY);
  for (let chunk = 0; chunk < (await piecesOf(world, job)).length; chunk++)
    await chunkStep(world, { job, round: 0, chunk });
  const inbox: ObjectStore = Object.create(world.inbox, { get: { value: async () => null } });
  await mergeStep({ ...world, inbox }, { job });
  const [row, ...others] = await rowsOf(world, job);
  expect(others).toEqual([]);
  expect(row?.error?.rule).toBe('job/chunk-failed');
  expect(row?.error?.found).toContain('input-gone');
});

const HEAD = '2 1\n1 2 1\n';
/** Bytes of an upload that is nowhere whole: a graph, a length, and as many tokens. */
const SIZE = 6e9 + 1;

/** A bucket with one object, whose bytes are made as they are asked for; counts them. */
function hugeInbox(inbox: ObjectStore): {
  readonly store: ObjectStore;
  readonly read: () => number;
} {
  const tokens = (SIZE - HEAD.length - 11) / 2;
  const head = `${HEAD}${tokens}\n`;
  const about = { size: SIZE, etag: 'huge', version: null, metadata: {} };
  let read = 0;
  const get = async (_: string, { range }: Parameters<ObjectStore['get']>[1] = {}) => {
    const { start, end } = range ?? { start: 0, end: SIZE };
    read += end - start;
    const body = Buffer.alloc(end - start, '1\n');
    if ((start - head.length) % 2 !== 0) body.set(Buffer.alloc(end - start, '\n1'));
    if (start < head.length) body.set(Buffer.from(head).subarray(start, end), 0);
    return { ...about, body } satisfies StoredObject;
  };
  const store: ObjectStore = {
    address: inbox.address,
    put: inbox.put.bind(inbox),
    putStream: inbox.putStream.bind(inbox),
    list: inbox.list.bind(inbox),
    head: async () => about,
    get,
  };
  return { store, read: () => read };
}

test('an upload of six gigabytes is planned by its opening, and solved range by range', async () => {
  const empty = newWorld();
  const { store, read } = hugeInbox(empty.inbox);
  const world = { ...empty, inbox: store };
  const started: string[] = [];
  const machine = { start: async (job: string) => void started.push(job) };
  const announced = { bucket: 'in', key: 'inbox/colored-token-split/huge.in', version: null };
  await ingestStep(world, machine, announced, { ...ON_THE_SPOT, spotSeconds: 0 });
  const [job = ''] = started;
  const next = await planStep(world, { job });
  expect(next).toMatchObject({ next: 'round', left: 716 });
  const planning = read();
  expect(planning).toBeLessThan(1e6);
  await chunkStep(world, { job, round: 0, chunk: 500 });
  expect(read() - planning).toBeLessThan(9e6);
  const [part] = await readPart(world.out, job, { first: 500, last: 500 });
  expect(part?.range?.content).toMatchObject({ kind: 'list', isBroken: false, report: null });
});

test('a range that two functions solve has the same part', async () => {
  const world = sickWorld();
  const job = await planned(world, HEAPS, FIFTY);
  const open = await openAnyJob(world.out, job);
  const piece = open?.plan.pieces[2];
  if (open === null || piece === undefined) throw new TypeError('no third range');
  const solved = [await solvedRange(world, open, piece), await solvedRange(world, open, piece)];
  for (const each of solved) await writePart(world.out, job, piece, [each]);
  const other = { ...(solved[0] as Solved), first: 3 };
  await expect(writePart(world.out, job, piece, [other])).rejects.toThrow('determinism');
});
