import { expect, test } from 'vitest';
import { chunkStep, type World } from '../../functions/job/chunk-step.ts';
import { failStep } from '../../functions/job/fail-step.ts';
import {
  generationName,
  generationOf,
  generationsOf,
  nextGeneration,
} from '../../functions/job/generation.ts';
import { solveHere } from '../../functions/job/ingest-step.ts';
import { planStep } from '../../functions/job/plan-step.ts';
import { sweepStep } from '../../functions/job/sweep-step.ts';
import { takeUpload } from '../../functions/job/take-upload.ts';
import { claimKey, jobKeys, partRange } from '../../io/keys.ts';
import { CHUNK_FAILED } from '../../io/results/infrastructure.ts';
import { completeGraph } from '../end-to-end/dev-process.ts';
import {
  announce,
  doneOf,
  linesOf,
  newWorld,
  ON_THE_SPOT,
  rowsOf,
  textOf,
  treeOf,
  upload,
} from './jobs.ts';

const SMALL = { ...ON_THE_SPOT, chunkSeconds: 1e-6 };
const FAILURE = { Error: 'Lambda.Unknown', Cause: '{"errorMessage":"out of memory"}' };

/** Long enough to be a chunk of its own. */
const heaps = (first: string) => `1\n200\n${first}${' 2'.repeat(199)}\n`;

/** Four sound lines and one that is wrong. */
const LINES = ['1', '2', 'x', '4', '5']
  .map((first) => `${JSON.stringify({ game: 'delete-nim', text: heaps(first) })}\n`)
  .join('');

async function taken(world: World, key: string, settings = SMALL): Promise<string> {
  const result = await takeUpload(world, { bucket: 'in', key, version: null }, settings);
  return 'job' in result ? result.job : result.kind;
}

/** A job whose first chunks are done, and which then was given up. */
async function givenUp(world: World, done: number): Promise<string> {
  await upload(world, 'inbox/batch.jsonl', LINES);
  const job = await taken(world, 'inbox/batch.jsonl');
  await planStep(world, { job });
  for (let chunk = 0; chunk < done; chunk++) await chunkStep(world, { job, round: 0, chunk });
  await failStep(world, { job, error: FAILURE });
  return job;
}

/** A world that remembers which parts are written. */
function watched(world: World): { readonly world: World; readonly written: string[] } {
  const written: string[] = [];
  const put: World['out']['put'] = async (key, body, options) => {
    const result = await world.out.put(key, body, options);
    if (partRange(key) !== null && result === 'written') written.push(key);
    return result;
  };
  const out = new Proxy(world.out, {
    get: (target, name) => {
      if (name === 'put') return put;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { world: { ...world, out }, written };
}

test('the id of a job and its generation are told apart by the suffix alone', () => {
  for (const generation of [1, 2, 9, 10, 123]) {
    const name = generationName('delete-nim-0123456789abcdef', generation);
    expect(generationOf(name)).toEqual({ id: 'delete-nim-0123456789abcdef', generation });
  }
  for (const other of ['a/g1', 'a/g0', 'a/g02', 'a/h2', 'g2']) {
    expect(generationOf(other)).toEqual({ id: other, generation: 1 });
  }
});

test.each([0, 2, 4])(
  'the next generation of a job that was given up after %i chunks takes those over and solves the rest',
  async (done) => {
    const reference = newWorld();
    await upload(reference, 'inbox/batch.jsonl', LINES);
    const whole = await announce(reference, 'inbox/batch.jsonl', SMALL);

    const { world, written } = watched(newWorld());
    const job = await givenUp(world, done);
    const before = await treeOf(world, job);
    const rules = (await rowsOf(world, job)).map(({ error }) => error?.rule ?? null);
    expect(rules.filter((rule) => rule === CHUNK_FAILED)).toHaveLength(5 - done);

    written.length = 0;
    const next = await nextGeneration(world.out, job, 'infrastructure');
    expect(next).toEqual({ job: `${job}/g2`, kept: done, pieces: 5 - done });
    expect(written).toHaveLength(done);
    written.length = 0;
    await solveHere(world, `${job}/g2`);
    expect(written).toHaveLength(5 - done);

    expect(await rowsOf(world, `${job}/g2`)).toEqual(await rowsOf(reference, whole));
    expect((await doneOf(world, `${job}/g2`)).status).toBe('done');
    expect(await treeOf(world, job)).toEqual(before);
    expect(await generationsOf(world.out, job)).toEqual([job, `${job}/g2`]);
  },
);

test('a job that is done has a next generation only for its errors, and those alone are solved again', async () => {
  const { world, written } = watched(newWorld());
  await upload(world, 'inbox/batch.jsonl', LINES);
  const job = await announce(world, 'inbox/batch.jsonl', SMALL);
  expect(await nextGeneration(world.out, job, 'infrastructure')).toBeNull();
  expect(await nextGeneration(world.out, job, 'failed')).toEqual({
    job: `${job}/g2`,
    kept: 4,
    pieces: 1,
  });
  written.length = 0;
  await solveHere(world, `${job}/g2`);
  expect(written).toHaveLength(1);
  expect(await rowsOf(world, `${job}/g2`)).toEqual(await rowsOf(world, job));
  const third = await nextGeneration(world.out, `${job}/g2`, 'failed');
  expect(third?.job).toBe(`${job}/g3`);
});

test('a job without any error has no next generation', async () => {
  const world = newWorld();
  await upload(world, 'inbox/delete-nim.in', '1\n2\n1 2\n');
  const job = await announce(world, 'inbox/delete-nim.in', SMALL);
  expect(await nextGeneration(world.out, job, 'failed')).toBeNull();
  expect(await generationsOf(world.out, job)).toEqual([job]);
});

test('a job that failed before it was planned is planned in its next generation', async () => {
  const world = newWorld();
  await upload(world, 'inbox/batch.jsonl', LINES);
  const job = await taken(world, 'inbox/batch.jsonl');
  const { cancel, done } = jobKeys(job);
  // As a function does that finds neither plan nor upload.
  await world.out.put(done, JSON.stringify({ v: 1, job, status: 'failed', cause: 'x', files: [] }));
  expect(await nextGeneration(world.out, job, 'infrastructure')).toMatchObject({ kept: 0 });
  await solveHere(world, `${job}/g2`);
  expect((await doneOf(world, `${job}/g2`)).counts).toMatchObject({ cases: 5, solved: 4 });
  expect(await textOf(world.out, cancel)).toBeNull();
});

test('a case that is solved in rounds goes on from the round in which it was given up', async () => {
  const graph = completeGraph(17);
  const settings = { ...ON_THE_SPOT, chunkSeconds: 1e-5 };
  const reference = newWorld();
  await upload(reference, 'inbox/dag-subgraph-count.in', graph);
  const whole = await announce(reference, 'inbox/dag-subgraph-count.in', settings);

  const world = newWorld();
  await upload(world, 'inbox/dag-subgraph-count.in', graph);
  const job = await taken(world, 'inbox/dag-subgraph-count.in', settings);
  let next = await planStep(world, { job });
  for (let rounds = 0; rounds < 2 && next.next === 'round'; rounds++) {
    const { round, chunks } = next;
    for (const chunk of chunks) await chunkStep(world, { job, round, chunk });
    next = await planStep(world, { job, plan: next });
  }
  if (next.next !== 'round') throw new TypeError('the case has too few rounds for this test');
  await failStep(world, { job, error: FAILURE });
  const resumed = await nextGeneration(world.out, job, 'infrastructure');
  expect(resumed?.job).toBe(`${job}/g2`);
  const first = await planStep(world, { job: `${job}/g2` });
  expect(first).toMatchObject({ next: 'round', round: next.round });
  await solveHere(world, `${job}/g2`);
  expect(await rowsOf(world, `${job}/g2`)).toEqual(await rowsOf(reference, whole));
});

test('a generation that was set up only in part is set up whole by the next try', async () => {
  const world = newWorld();
  const job = await givenUp(world, 3);
  const out = new Proxy(world.out, {
    get: (target, name) => {
      if (name === 'put')
        return async (key: string) => {
          throw new RangeError(`no room for ${key}`);
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await expect(nextGeneration(out, job, 'infrastructure')).rejects.toThrow('no room');
  expect(await generationsOf(world.out, job)).toEqual([job]);
  expect(await nextGeneration(world.out, job, 'infrastructure')).toMatchObject({ kept: 3 });
  expect(await nextGeneration(world.out, job, 'infrastructure')).toMatchObject({ kept: 3 });
  expect(await generationsOf(world.out, job)).toEqual([job, `${job}/g2`]);
});

test('the sweeper looks after a generation that was left, though the upload has answers', async () => {
  const world = newWorld();
  const job = await givenUp(world, 3);
  await nextGeneration(world.out, job, 'infrastructure');
  const [manifest] = linesOf<{ upload: { etag: string } }>(
    (await textOf(world.out, jobKeys(job).manifest)) ?? '',
  );
  expect(manifest?.upload.etag).toBeDefined();
  const claims: string[] = [];
  for await (const { key } of world.out.list(claimKey('', '').replace(/\/$/, ''))) claims.push(key);
  expect(claims).toHaveLength(2);
  const restarted: string[] = [];
  const restart = async (left: string) => {
    restarted.push(left);
    return 'restarted' as const;
  };
  const machine = { restart };
  const queue = { send: async () => undefined };
  const patience = { eventPatience: 0, jobPatience: 0, now: Date.now() + 60_000 };
  await sweepStep(world, queue, machine, { bucket: 'in', ...patience });
  expect(restarted).toEqual([`${job}/g2`]);
});
