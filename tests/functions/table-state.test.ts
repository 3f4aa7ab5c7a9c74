import { expect, test } from 'vitest';
import type { AnyTableSplit } from '../../core/table-split.ts';
import { chunkStep } from '../../functions/job/chunk-step.ts';
import { ingestStep } from '../../functions/job/ingest-step.ts';
import { openJob } from '../../functions/job/open-job.ts';
import { planStep } from '../../functions/job/plan-step.ts';
import { sealedSize } from '../../functions/job/sealed.ts';
import { splitCase } from '../../functions/job/split-case.ts';
import { TableState } from '../../functions/job/table-state.ts';
import type { ByteRange, ObjectStore } from '../../io/stores/object-store.ts';
import { completeGraph } from '../end-to-end/dev-process.ts';
import { announce, newWorld, ON_THE_SPOT, upload } from './jobs.ts';

const VERTICES = 20;
const KEY = 'inbox/dag-subgraph-count/complete.in';

/** A job that is done, with all its parts in storage. */
async function doneJob() {
  const world = newWorld();
  await upload(world, KEY, completeGraph(VERTICES));
  const settings = { ...ON_THE_SPOT, chunkSeconds: 5e-3 };
  const job = await announce(world, KEY, settings);
  const open = await openJob(world.out, job);
  if (open === null) throw new TypeError('the job has no plan');
  const { game, c } = await splitCase(world, open, 0);
  return { world, open, table: game.table as AnyTableSplit, c };
}

/** The same store, which remembers what is read. */
function watched(out: ObjectStore, reads: { key: string; range: ByteRange | undefined }[]) {
  return new Proxy(out, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]) => {
        const [key, options] = words as [string, { range?: ByteRange }];
        if (name === 'get') reads.push({ key, range: options?.range });
        return (value as (...words: unknown[]) => unknown).apply(target, words);
      };
    },
  });
}

test('rounds of little work are one, and four bytes a cell are stored but for those of the last round', async () => {
  const { world, open, table, c } = await doneJob();
  const rounds = open.plan.pieces[0]?.rounds ?? [];
  expect(rounds.length).toBeLessThan(table.rounds(c));
  expect(rounds[0]?.parts).toBe(1);
  let stored = 0;
  for await (const { size } of world.out.list(`jobs/${open.job}/rounds/`)) stored += size;
  const last = rounds.at(-1) ?? { of: { first: 0, last: 0 }, wanted: 1 };
  const unread = table
    .parts(c, last.of ?? { first: 0, last: 0 }, last.wanted)
    .map((part) => table.writes(c, part))
    .reduce((sum, { start, end }) => sum + end - start, 0);
  expect(unread).toBe(table.cells(c) / 2);
  const bytes = 4 * (table.cells(c) - unread);
  expect(stored).toBeGreaterThanOrEqual(sealedSize(bytes));
  expect(stored).toBeLessThan(1.05 * bytes);
});

test('a part reads what it needs and has not, and gives the stored bytes again', async () => {
  const { world, open, table, c } = await doneJob();
  const reads: { key: string; range: ByteRange | undefined }[] = [];
  const state = new TableState({ out: watched(world.out, reads), open, piece: 0, table, c });
  const rounds = open.plan.pieces[0]?.rounds ?? [];
  const last = rounds.length - 1;
  expect(rounds[last]?.parts).toBeGreaterThan(2);
  const before = reads.length;
  const bytes = (await state.partOf(last, 1))();
  expect(reads.length).toBeGreaterThan(before);
  const key = `jobs/${open.job}/rounds/${last}/000000000-000000001`;
  expect(Buffer.from(bytes).equals((await world.out.get(key))?.body ?? bytes.subarray(1))).toBe(
    true,
  );
  const known = reads.length;
  (await state.partOf(last, 1))();
  expect(reads.length).toBe(known);
  expect(new Set(reads.map((read) => JSON.stringify(read))).size).toBe(reads.length);
});

test('a part that was changed in storage is not taken', async () => {
  const { world, open, table, c } = await doneJob();
  const key = `jobs/${open.job}/rounds/0/000000000-000000000`;
  const body = (await world.out.get(key))?.body.slice() ?? new Uint8Array();
  for (const [at, read] of [
    [100, (state: TableState) => state.partOf(1, 0)],
    [body.length - 33, (state: TableState) => state.finish()],
  ] as const) {
    const changed = body.slice();
    changed[at] = (changed[at] as number) ^ 1;
    await world.out.put(key, changed);
    const state = new TableState({ out: world.out, open, piece: 0, table, c });
    await expect(read(state)).rejects.toMatchObject({
      code: 'storage/short-read',
      message: expect.stringContaining(key),
    });
  }
});

test('a chunk of a job whose earlier part is gone fails, and names the part', async () => {
  const world = newWorld();
  await upload(world, KEY, completeGraph(VERTICES));
  const settings = { ...ON_THE_SPOT, chunkSeconds: 5e-3, spotSeconds: 0, machine: 'm' };
  const start = { start: () => Promise.resolve() };
  const taken = await ingestStep(world, start, { bucket: 'in', key: KEY, version: null }, settings);
  const job = 'job' in taken ? taken.job : '';
  await planStep(world, { job });
  await expect(chunkStep(world, { job, round: 1, chunk: 0 })).rejects.toThrow(
    /rounds\/0\/000000000-000000000: found bytes .* missing/,
  );
});
