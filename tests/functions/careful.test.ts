import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { game } from '../../core/games/delete-nim/index.ts';
import type { CarefulWorld } from '../../functions/careful/attempt.ts';
import { carefulStep } from '../../functions/careful/careful-step.ts';
import { chunkStep } from '../../functions/job/chunk-step.ts';
import { RoundFailedError } from '../../functions/job/errors.ts';
import { mergeStep } from '../../functions/job/merge-step.ts';
import { writePart } from '../../functions/job/part.ts';
import { type Next, planStep } from '../../functions/job/plan-step.ts';
import { jobKeys, partRange, suspectOf } from '../../io/keys.ts';
import { doneOf, rowsOf } from './jobs.ts';
import { sickProcesses } from './sick/bundles.ts';
import { type Deed, ENDLESS, SICK } from './sick/deeds.ts';
import {
  type Heaps,
  isAlive,
  killedAttempt,
  lineOfCases,
  lines,
  plannedJob,
  runJob,
  type SickWorld,
  shortRows,
  sick,
  sickWorld,
  sixteen,
} from './sick/jobs.ts';
import { rowsOfRun } from './sick/run.ts';

const KEY = 'inbox/batch.jsonl';
const CHUNK = { round: 0, chunk: 0 };

beforeAll(async () => void Object.assign(process.env, await sickProcesses()));

const failing = () => Promise.reject(new TypeError('without care it dies'));

/** As the instances are answered where none of them falls sick. */
async function answersTo(instances: readonly Heaps[]): Promise<(string | null)[]> {
  const world = sickWorld();
  const job = await plannedJob(world, KEY, lines(instances));
  await runJob(world, job);
  return shortRows(world, job);
}

/** First and last index of each part. */
async function partsOf({ out }: SickWorld, job: string): Promise<string[]> {
  const parts: string[] = [];
  for await (const { key } of out.list(jobKeys(job).parts)) {
    const { first, last } = partRange(key) ?? { first: -1, last: -1 };
    parts.push(`${first}-${last}`);
  }
  return parts;
}

/** Unit and attempt of each note. */
async function notesOf({ out }: SickWorld, job: string): Promise<string[]> {
  const notes: string[] = [];
  for await (const { key } of out.list(jobKeys(job).suspects(0, 0))) {
    const note = suspectOf(key);
    notes.push(`${note?.unit}/${note?.attempt}`);
  }
  return notes;
}

/** As attempts leave them that came to these units; -1 is one that came to its own end. */
async function notesAt({ out }: SickWorld, job: string, units: readonly number[]): Promise<void> {
  for (const [attempt, unit] of units.entries()) {
    for (const each of unit < 0 ? [0, 16] : [unit]) {
      await out.put(jobKeys(job).suspect({ round: 0, chunk: 0, unit: each, attempt }), '');
    }
  }
}

describe('one of sixteen instances that', () => {
  const everywhere = Array.from({ length: 16 }, (_, place) => place);
  const here = [0, 7, 15];

  test.each<[Deed, string, readonly number[], Partial<CarefulWorld>]>([
    ['bytes', 'worker-died', everywhere, { megabytes: 128 }],
    ['exit', 'worker-died', everywhere, {}],
    ['throws', 'bug/internal', everywhere, {}],
    ['objects', 'worker-died', here, { megabytes: 128 }],
    ['loop', 'deadline', here, { caseMilliseconds: 2_000 }],
  ])('%s has an error row, %s, and the fifteen others have answers', async (...words) => {
    const [deed, rule, places, limits] = words;
    const answers = await answersTo(sixteen({}));
    for (const place of places) {
      const world = sickWorld(limits);
      const job = await plannedJob(world, KEY, lines(sixteen({ [place]: deed })));
      expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
      await mergeStep(world, { job });
      expect(await shortRows(world, job)).toEqual(answers.with(place, rule));
      expect(world.lostUnits).toEqual([{ unit: place, rule }]);
    }
  });
});

test('the error of a solver that throws names it by its first line', async () => {
  const world = sickWorld();
  const job = await plannedJob(world, KEY, lines(sixteen({ 3: 'throws' })));
  await carefulStep(world, { job, ...CHUNK });
  await mergeStep(world, { job });
  expect((await rowsOf(world, job))[3]).toMatchObject({
    error: {
      rule: 'bug/internal',
      found: 'TypeError: as asked',
      hint: expect.stringMatching(/report/),
    },
  });
});

test('an instance that dies of what another one left behind is solved in a new process', async () => {
  const world = sickWorld();
  const instances = sixteen({ 2: 'spoils', 9: 'victim' });
  const job = await plannedJob(world, KEY, lines(instances));
  expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
  await mergeStep(world, { job });
  expect(await shortRows(world, job)).toEqual(await answersTo(instances));
  expect(world.lostUnits).toEqual([]);
});

test('a job whose chunk dies without care is done at the next round, with care', async () => {
  const world = sickWorld();
  const job = await plannedJob(world, KEY, lines(sixteen({ 4: 'exit', 11: 'throws' })));
  expect(await runJob(world, job, failing)).toEqual([0, 1]);
  expect(await doneOf(world, job)).toMatchObject({
    status: 'done',
    counts: { instances: 16, errors: 2 },
  });
});

describe('a round', () => {
  test('stays careful once it was, and has no patience with care that brings nothing', async () => {
    const world = sickWorld();
    const job = await plannedJob(world, KEY, lines(sixteen({})));
    const range = { first: 0, last: 7 };
    const stuck = async (plan: Next) => {
      const next = await planStep(world, { job, plan });
      return next.next === 'round' ? next : expect.unreachable(next.next);
    };
    let next = await stuck(await planStep(world, { job }));
    expect([next.left, next.stuck]).toEqual([16, 1]);
    await writePart(world.out, job, range, []);
    next = await stuck(next);
    expect([next.left, next.stuck]).toEqual([8, 1]);
    next = await stuck(next);
    expect([next.left, next.stuck]).toEqual([8, 2]);
    await expect(stuck(next)).rejects.toThrow(RoundFailedError);
  });

  test('that goes on without care is none that is stuck', async () => {
    const world = sickWorld();
    const job = await plannedJob(world, KEY, lines(sixteen({})));
    const first = await planStep(world, { job });
    await writePart(world.out, job, { first: 0, last: 7 }, []);
    expect(await planStep(world, { job, plan: first })).toMatchObject({ left: 8, stuck: 0 });
  });
});

test('a solver that throws fails the chunk where it is done without care', async () => {
  const world = sickWorld();
  const job = await plannedJob(world, KEY, lines(sixteen({})));
  const planted = vi.spyOn(game, 'solve').mockImplementation(() => {
    throw new TypeError('as asked');
  });
  await expect(chunkStep(world, { job, ...CHUNK })).rejects.toThrow(TypeError);
  planted.mockRestore();
});

describe('a function that is killed as a whole', () => {
  const instances = sixteen({})
    .with(5, [SICK, ENDLESS + 5])
    .with(9, [SICK, ENDLESS + 9]);

  test('leaves no process behind, and the instance under way is tried again', async () => {
    const world = sickWorld();
    const job = await plannedJob(world, KEY, lines(instances));
    const solver = await killedAttempt(world, job, ENDLESS + 5);
    await expect.poll(() => isAlive(solver), { timeout: 60_000 }).toBe(false);
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
    await mergeStep(world, { job });
    expect(await shortRows(world, job)).toEqual(await answersTo(instances));
  });

  test('twice at the same instance has it blamed, and not the one of another kill', async () => {
    const world = sickWorld();
    const job = await plannedJob(world, KEY, lines(instances));
    for (const second of [5, 9, 9]) await killedAttempt(world, job, ENDLESS + second);
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
    await mergeStep(world, { job });
    const expected = (await answersTo(instances)).with(9, 'worker-died');
    expect(await shortRows(world, job)).toEqual(expected);
    expect(await notesOf(world, job)).not.toContain('9/3');
  });
});

test('a function whose time is over begins nothing that it might have to cut off', async () => {
  let left = 100_000;
  const world = sickWorld({ remaining: () => left, caseMilliseconds: 60_000 });
  const job = await plannedJob(world, KEY, lines(sixteen({})));
  // One that was ended, so that each unit is noted.
  await notesAt(world, job, [0]);
  const note = world.out.put;
  // The seventh unit finds less time than it may take.
  Object.assign(world.out, {
    put: (...words: Parameters<typeof note>) => {
      if (suspectOf(words[0])?.unit === 6) left = 59_000;
      return note.apply(world.out, words);
    },
  });
  expect(await carefulStep(world, { job, ...CHUNK })).toBe('unfinished');
  expect(await partsOf(world, job)).toEqual(['0-3', '4-5', '6-6']);
  // The first one of an attempt is begun all the same: no later attempt would have more time for it.
  expect(await carefulStep(world, { job, ...CHUNK })).toBe('unfinished');
  expect(await partsOf(world, job)).toEqual(['0-3', '4-5', '6-6', '7-7']);
});

describe('an attempt with care', () => {
  test.each([
    ['notes where it begins', 0, ['0/0']],
    ['notes a unit a second', 1_000, Array.from({ length: 16 }, (_, unit) => `${unit}/0`)],
  ])('%s', async (_, step, notes) => {
    let time = 0;
    const world = sickWorld({
      now: () => {
        time += step;
        return time;
      },
    });
    const job = await plannedJob(world, KEY, lines(sixteen({})));
    await carefulStep(world, { job, ...CHUNK });
    expect(await notesOf(world, job)).toEqual(notes);
  });

  test.each<[string, readonly number[], readonly number[]]>([
    ['was ended once', [5], []],
    ['was ended again at the same unit', [5, 5], []],
    ['was ended again, twice at the same unit', [0, 5, 5], [5]],
    ['was ended again, each time elsewhere', [0, 4, 5, 6], []],
    ['came to its own end, and was then ended', [-1, -1, 5, 5], []],
    ['came to its own end, and was then ended again and again', [-1, 5, 5, 5], [5]],
  ])('after one that %s', async (_, units, blamed) => {
    const world = sickWorld({ now: () => 0 });
    const job = await plannedJob(world, KEY, lines(sixteen({})));
    await notesAt(world, job, units);
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
    expect(world.lostUnits.map(({ unit }) => unit)).toEqual(blamed);
    const own = (await notesOf(world, job)).filter((note) => note.endsWith(`/${units.length}`));
    expect(own).toHaveLength(16 - blamed.length);
  });

  test('at a single instance blames it when two were ended', async () => {
    const world = sickWorld();
    const job = await plannedJob(world, KEY, lines([[1, 3]]));
    await notesAt(world, job, [0, 0]);
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
    expect(world.lostUnits).toEqual([{ unit: 0, rule: 'worker-died' }]);
  });
});

describe('an instance of several cases', () => {
  const slow = (count: number) => lineOfCases(Array.from({ length: count }, () => sick('slow')));

  test('may take longer than a case may', async () => {
    const world = sickWorld({ caseMilliseconds: 2_000 });
    const job = await plannedJob(world, KEY, slow(8));
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
    expect(world.lostUnits).toEqual([]);
  });

  test('is ended at the case that takes too long', async () => {
    const world = sickWorld({ caseMilliseconds: 2_000 });
    const cases = [sick('slow'), sick('slow'), sick('loop'), sick('slow')];
    const job = await plannedJob(world, KEY, lineOfCases(cases));
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
    await mergeStep(world, { job });
    const [row, ...more] = await rowsOf(world, job);
    expect(row).toMatchObject({
      error: { rule: 'deadline', found: expect.stringMatching(/a case .* 2 s/) },
    });
    expect([more, world.lostUnits]).toEqual([[], [{ unit: 0, rule: 'deadline' }]]);
  });

  test('that takes longer than the function has is told to be split', async () => {
    const world = sickWorld({ remaining: () => 1_500 });
    const job = await plannedJob(world, KEY, slow(40));
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
    await mergeStep(world, { job });
    expect((await rowsOf(world, job))[0]).toMatchObject({
      error: {
        rule: 'deadline',
        found: 'an instance whose cases ran for more than 1.5 s in all',
        hint: expect.stringMatching(/split/),
      },
    });
  });

  test('waits for an attempt of its own where others left it too little time', async () => {
    const end = performance.now() + 4_000;
    const world = sickWorld({ caseMilliseconds: 2_000, remaining: () => end - performance.now() });
    const job = await plannedJob(world, KEY, lines([[1, 3]]) + slow(12));
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('unfinished');
    expect(await partsOf(world, job)).toEqual(['0-0']);
    const rested = { ...world, remaining: () => 1e9 };
    expect(await carefulStep(rested, { job, ...CHUNK })).toBe('solved');
    expect(world.lostUnits).toEqual([]);
  });
});

describe('what is healthy', () => {
  const file = `16\n${sixteen({})
    .map((heaps) => `2\n${heaps.join(' ')}\n`)
    .join('')}`;

  test.each([
    [KEY, lines(sixteen({}))],
    ['inbox/delete-nim/sixteen.in', file],
  ])('of %s has the very same part as without care', async (key, text) => {
    const digests: unknown[] = [];
    for (const step of [carefulStep, chunkStep]) {
      const world = sickWorld();
      const job = await plannedJob(world, key, text);
      await step(world, { job, ...CHUNK });
      const head = await world.out.head(jobKeys(job).part({ first: 0, last: 15 }));
      digests.push(head?.metadata);
    }
    expect(digests[0]).toEqual(digests[1]);
    expect(digests[0]).toHaveProperty('digest');
  });

  test('of a file is each case but the sick one', async () => {
    const world = sickWorld();
    const text = file.replace('2\n6 13\n', `2\n${SICK} 3\n`);
    const job = await plannedJob(world, 'inbox/delete-nim/sixteen.in', text);
    expect(await runJob(world, job, failing)).toEqual([0, 1]);
    expect(await shortRows(world, job)).toEqual(
      (await answersTo(sixteen({}))).with(5, 'worker-died'),
    );
  });
});

describe('a part of a round', () => {
  const bytes = readFileSync(
    new URL('../../examples/dag-subgraph-count/complete-15.in', import.meta.url),
    'utf8',
  );
  const key = 'inbox/dag-subgraph-count/complete-15.in';

  test('is solved with care as well as without', async () => {
    const rows: unknown[] = [];
    for (const step of [carefulStep, chunkStep]) {
      const world = sickWorld();
      const job = await plannedJob(world, key, bytes, 1e-4);
      await runJob(world, job, (event) => step(world, event));
      rows.push(await rowsOf(world, job));
      expect((await doneOf(world, job)).counts).toMatchObject({ solved: 1, errors: 0 });
    }
    expect(rows[0]).toEqual(rows[1]);
  });

  test('that ends its process is the end of its case, whose rounds are over', async () => {
    process.env['SICK_PART'] = 'exit';
    const world = sickWorld();
    const job = await plannedJob(world, key, bytes, 1e-4);
    expect(await runJob(world, job, failing)).toEqual([0, 1]);
    delete process.env['SICK_PART'];
    expect(await shortRows(world, job)).toEqual(['worker-died']);
    expect((await doneOf(world, job)).status).toBe('done');
  });

  test('that storage fails is no fault of its case', async () => {
    const world = sickWorld();
    const job = await plannedJob(world, key, bytes, 1e-4);
    const stores = { ...world.stores, out: world.stores.inbox };
    for (let time = 0; time < 3; time++) {
      const attempt = carefulStep({ ...world, stores }, { job, ...CHUNK });
      await expect(attempt).rejects.toMatchObject({ name: 'UnknownJobError' });
    }
    expect(await carefulStep(world, { job, ...CHUNK })).toBe('solved');
    expect(world.lostUnits).toEqual([]);
  });
});

test('a process that does not start is no fault of an instance, and leaves no note', async () => {
  const world = sickWorld({ module: new URL('./sick/missing.ts', import.meta.url) });
  const job = await plannedJob(world, KEY, lines(sixteen({})));
  const attempt = carefulStep(world, { job, ...CHUNK });
  await expect(attempt).rejects.toMatchObject({ name: 'IsolationError' });
  expect([await notesOf(world, job), world.lostUnits]).toEqual([[], []]);
});

test.each([
  ['before', ['exit', undefined]],
  ['after', [undefined, 'exit']],
] as const)(
  'a part with an error of the infrastructure stands beside another result that comes %s',
  async (_, [first, second]) => {
    const world = sickWorld();
    const job = await plannedJob(world, KEY, lines(sixteen({})));
    const range = { first: 0, last: 0 };
    const solved = (deed: Deed | undefined) => {
      const problem = { rule: 'worker-died', place: null, found: '', allowed: '' };
      const nothing = { answers: [], steps: [], milliseconds: [] };
      const maps = { errors: new Map(), caveats: new Map(), certified: new Map() };
      const times = { millisecondsParse: 0, peakMegabytes: 0 };
      const results = { ...nothing, ...maps };
      const rest = { index: 0, frame: null, first: 0, ...times };
      return [{ ...rest, results, problem: deed === undefined ? null : problem }];
    };
    await writePart(world.out, job, range, solved(first));
    const head = await world.out.head(jobKeys(job).part(range));
    await writePart(world.out, job, range, solved(second));
    expect(await world.out.head(jobKeys(job).part(range))).toEqual(head);
  },
);

test('the rows are those of nimbus run', async () => {
  const world = sickWorld({ caseMilliseconds: 5_000, megabytes: 128 });
  const text = lines(sixteen({ 1: 'exit', 6: 'loop', 12: 'objects' }));
  const job = await plannedJob(world, KEY, text);
  await runJob(world, job, failing);
  // Now and then V8 ends all of nimbus run with a thread whose heap is full; so its row is known by heart.
  const reference = rowsOfRun('batch.jsonl', lines(sixteen({ 1: 'exit', 6: 'loop' })), '5s');
  const rows = await rowsOf(world, job);
  expect(rows.toSpliced(12, 1)).toEqual(reference.toSpliced(12, 1));
  const found =
    'an instance that ended its worker: Worker terminated due to reaching memory limit: JS heap out of memory';
  const allowed = 'an instance that fits in memory';
  expect(rows[12]?.error).toEqual({ rule: 'worker-died', place: null, found, allowed });
});
