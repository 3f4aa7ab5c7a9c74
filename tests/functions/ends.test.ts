import { describe, expect, test } from 'vitest';
import { chunkStep, type World } from '../../functions/job/chunk-step.ts';
import { failStep } from '../../functions/job/fail-step.ts';
import { generationsOf, nextGeneration } from '../../functions/job/generation.ts';
import { ingestStep } from '../../functions/job/ingest-step.ts';
import { setCancelled } from '../../functions/job/job-state.ts';
import { mergeStep } from '../../functions/job/merge-step.ts';
import { type Frame, readPart, type Solved, writePart } from '../../functions/job/part.ts';
import { planStep } from '../../functions/job/plan-step.ts';
import { NO_CASES } from '../../functions/job/solve-piece.ts';
import { takeUpload } from '../../functions/job/take-upload.ts';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import {
  doneOf,
  linesOf,
  newWorld,
  ON_THE_SPOT,
  objectsOf,
  rowsOf,
  textOf,
  upload,
} from './jobs.ts';

const LINE = '{"game":"corner-geography","text":"3\\n0\\n"}\n';

/** A job of one piece of four lines, planned and no more. */
async function planned(world: World): Promise<string> {
  await upload(world, 'inbox/four.jsonl', LINE.repeat(4));
  const announced = { bucket: 'in', key: 'inbox/four.jsonl', version: null };
  const taken = await takeUpload(world, announced, ON_THE_SPOT);
  if (taken.kind !== 'job') throw new TypeError(taken.kind);
  await planStep(world, { job: taken.job });
  return taken.job;
}

/** The results of the four lines, of a world of their own. */
async function solvedLines(): Promise<readonly Solved[]> {
  const world = newWorld();
  const job = await planned(world);
  await chunkStep(world, { job, round: 0, chunk: 0 });
  return readPart(world.out, job, { first: 0, last: 3 });
}

const died = (solved: Solved): Solved => ({
  ...solved,
  problem: { rule: 'worker-died', place: null, found: 'exit code 1', allowed: 'an answer' },
  results: NO_CASES,
});

/** A store in which one object cannot be written. */
function without(store: ObjectStore, name: string): ObjectStore {
  return {
    address: store.address,
    head: (key, options) => store.head(key, options),
    get: (key, options) => store.get(key, options),
    list: (prefix, options) => store.list(prefix, options),
    put: async (key, body, options) => {
      if (key.endsWith(name)) throw new RangeError(`planted: ${key}`);
      return store.put(key, body, options);
    },
    putStream: async (key, chunks, options) => {
      if (key.endsWith(name)) throw new RangeError(`planted: ${key}`);
      return store.putStream(key, chunks, options);
    },
  };
}

/** Rows, errors and counts as they stand in the bucket: each has to say the same. */
async function endOf(world: World, job: string) {
  const { status, counts } = await doneOf(world, job);
  const rows = (await rowsOf(world, job)).filter((row) => row.status !== 'solved').length;
  const errors = linesOf((await textOf(world.out, jobKeys(job).errors)) ?? '').length;
  return { status, rows, errors, counted: counts.errors };
}

test('a part that comes between two attempts to merge changes neither rows nor counts', async () => {
  const world = newWorld();
  const job = await planned(world);
  const lines = await solvedLines();
  const parts = lines.map((each, at) => (at === 2 ? died(each) : each));
  await writePart(world.out, job, { first: 0, last: 1 }, parts.slice(0, 2));
  await writePart(world.out, job, { first: 2, last: 3 }, parts.slice(2));
  const struck = { ...world, out: without(world.out, 'summary.json') };
  await expect(mergeStep(struck, { job })).rejects.toThrow('planted');
  await writePart(world.out, job, { first: 0, last: 3 }, lines);
  await mergeStep(world, { job });
  expect(await endOf(world, job)).toEqual({ status: 'done', rows: 1, errors: 1, counted: 1 });
});

test('a merge after a failure that was settled goes by what was missing then', async () => {
  const world = newWorld();
  const job = await planned(world);
  const struck = { ...world, out: without(world.out, 'summary.json') };
  const error = { Error: 'Lambda.Unknown', Cause: 'planted' };
  await expect(failStep(struck, { job, error })).rejects.toThrow('planted');
  await chunkStep(world, { job, round: 0, chunk: 0 });
  await mergeStep(world, { job });
  expect(await endOf(world, job)).toEqual({ status: 'failed', rows: 4, errors: 4, counted: 4 });
});

test('a job of other solvers has no next generation, and says what to do', async () => {
  const world = newWorld();
  await upload(world, 'inbox/four.jsonl', LINE.repeat(4));
  const announced = { bucket: 'in', key: 'inbox/four.jsonl', version: null };
  const former = { ...ON_THE_SPOT, solversOf: () => 'corner-geography@0' };
  const taken = await takeUpload(world, announced, former);
  const job = 'job' in taken ? taken.job : taken.kind;
  const refused = {
    name: 'VersionError',
    message: expect.stringContaining('upload the file again'),
  };
  await expect(planStep(world, { job })).rejects.toMatchObject(refused);
  await failStep(world, { job, error: { Error: 'VersionError', Cause: 'planted' } });
  await expect(nextGeneration(world.out, job, 'infrastructure')).rejects.toMatchObject(refused);
  expect(await generationsOf(world.out, job)).toEqual([job]);
});

test.each([
  ['VersionError', 'upload the file again'],
  ['Lambda.Unknown', 'nimbus resume'],
])('rows of a job that failed by %s say: %s', async (name, hint) => {
  const world = newWorld();
  const job = await planned(world);
  await failStep(world, { job, error: { Error: name, Cause: 'planted' } });
  const errors = linesOf<{ hint: string }>((await textOf(world.out, jobKeys(job).errors)) ?? '');
  expect(errors.map((error) => error.hint.includes(hint))).toEqual([true, true, true, true]);
});

test('a part that a newer version of nimbus solves again is the same, unless its answers differ', async () => {
  const world = newWorld();
  const lines = await solvedLines();
  const changed = (frame: object, results: object): Solved[] =>
    lines.map((each) => ({
      ...each,
      frame: { ...(each.frame as Frame), ...frame },
      results: { ...each.results, ...results },
    }));
  const range = { first: 0, last: 3 };
  await writePart(world.out, 'job', range, lines);
  await writePart(world.out, 'job', range, changed({ key: 'of another version' }, {}));
  const other = changed({}, { answers: ['neither'] });
  await expect(writePart(world.out, 'job', range, other)).rejects.toThrow('determinism: ');
  const another = changed({ sha256In: 'of another instance' }, {});
  await expect(writePart(world.out, 'job', range, another)).rejects.toThrow('determinism: ');
});

describe('an event for an upload that is gone', () => {
  const machine = { start: async () => undefined };

  /** An upload that is taken on, and the event that told of it. */
  async function takenOn() {
    const world = newWorld();
    const job = await planned(world);
    const head = await world.inbox.head('inbox/four.jsonl');
    const event = { bucket: 'in', key: 'inbox/four.jsonl', version: null, etag: head?.etag };
    return { world, job, event, emptied: { ...world, inbox: newWorld().inbox } };
  }

  test('is a repetition where its job is done', async () => {
    const { world, job, event, emptied } = await takenOn();
    await ingestStep(world, machine, event, ON_THE_SPOT);
    const again = await ingestStep(emptied, machine, event, ON_THE_SPOT);
    expect(again).toEqual({ kind: 'done', job, isOther: false });
    expect(await objectsOf(world.out, /^rejected/)).toEqual({});
  });

  test('brings its job to an end where that is not done', async () => {
    const { world, job, event, emptied } = await takenOn();
    const ended = await ingestStep(emptied, machine, event, ON_THE_SPOT);
    expect(ended).toEqual({ kind: 'failed', job, isOther: false });
    expect(await endOf(world, job)).toEqual({ status: 'failed', rows: 4, errors: 4, counted: 4 });
  });

  test('refuses it where another object was taken on', async () => {
    const { event, emptied } = await takenOn();
    const other = { ...event, etag: 'another' };
    const refused = await ingestStep(emptied, machine, other, ON_THE_SPOT);
    expect(refused).toEqual({ kind: 'rejected', rule: 'input-gone' });
  });
});

test('an upload whose job is cancelled does not count as solved', async () => {
  const world = newWorld();
  const job = await planned(world);
  await setCancelled(world.out, job, true);
  const event = { bucket: 'in', key: 'inbox/four.jsonl', version: null };
  const ingested = await ingestStep(world, { start: async () => undefined }, event, ON_THE_SPOT);
  expect(ingested).toEqual({ kind: 'cancelled', job, isOther: false });
});

test('a second attempt to merge sends no answer again, and names them in the same order', async () => {
  const world = newWorld();
  const files = Array.from({ length: 40 }, (_, at) => ({
    file: `secret/${40 - at}.in`,
    game: 'corner-geography',
    answer: `secret/${40 - at}.ans`,
    text: '3\n0\n',
  }));
  const pack = [{ nimbus: 'pack', v: 1 }, ...files].map((line) => `${JSON.stringify(line)}\n`);
  const key = 'inbox/judge.jsonl';
  await upload(world, key, pack.join(''));
  const taken = await takeUpload(world, { bucket: 'in', key, version: null }, ON_THE_SPOT);
  const job = 'job' in taken ? taken.job : taken.kind;
  await planStep(world, { job });
  await chunkStep(world, { job, round: 0, chunk: 0 });
  const struck = { ...world, out: without(world.out, 'summary.json') };
  await expect(mergeStep(struck, { job })).rejects.toThrow('planted');
  await mergeStep({ ...world, out: without(world.out, '.ans') }, { job });
  const { files: named } = await doneOf(world, job);
  const answers = files.map(({ answer }) => `answers/${answer}`);
  expect(named.map(({ name }) => name).filter((name) => name.endsWith('.ans'))).toEqual(answers);
});

test('a merge of a job that lacks parts settles nothing, and throws', async () => {
  const world = newWorld();
  const job = await planned(world);
  await expect(mergeStep(world, { job })).rejects.toThrow('found no results of 0 to 3');
  await chunkStep(world, { job, round: 0, chunk: 0 });
  await mergeStep(world, { job });
  expect((await doneOf(world, job)).counts.solved).toBe(4);
});
