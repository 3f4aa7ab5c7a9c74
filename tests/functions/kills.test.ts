import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chunkStep, type World } from '../../functions/job/chunk-step.ts';
import { failStep } from '../../functions/job/fail-step.ts';
import { ingestStep } from '../../functions/job/ingest-step.ts';
import { planStep } from '../../functions/job/plan-step.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { completeGraph } from '../end-to-end/dev-process.ts';
import { announceAndSolve, drive, resultsOf, type SpotSeconds, type Subject } from './drive.ts';
import { type Fault, Faults, FaultyStore } from './faulty-store.ts';
import { newWorld, ON_THE_SPOT, upload } from './jobs.ts';
import { attemptInPartNames, doneFirst, presentIsFailure } from './planted.ts';

function example(game: string): string {
  return readFileSync(new URL(`../../examples/${game}/01.in`, import.meta.url), 'utf8');
}

function linesOf(...games: readonly string[]): string {
  return games.map((game) => `${JSON.stringify({ game, text: example(game) })}\n`).join('');
}

const LINES: Subject = {
  name: 'three chunks of lines',
  key: 'inbox/three.jsonl',
  text: linesOf('coin-progressions', 'two-tokens-on-dag', 'coin-progressions'),
  chunkSeconds: 1e-6,
};

const FILE: Subject = {
  name: 'three cases of a file',
  key: 'inbox/coin-progressions/01.in',
  text: example('coin-progressions'),
  chunkSeconds: 1e-6,
};

/** Of a complete graph: a round for each inner vertex above the nine lowest, and one. */
const ROUNDS: Subject = {
  name: 'one case in rounds',
  key: 'inbox/dag-subgraph-count/complete.in',
  text: completeGraph(15),
  chunkSeconds: 1e-6,
};

/** A mistake that is built in between a function and its bucket. */
type Mistake = (out: ObjectStore) => ObjectStore;
const none: Mistake = (out) => out;

interface Run {
  readonly subject: Subject;
  readonly spotSeconds: SpotSeconds;
  readonly mistake?: Mistake;
}

async function undisturbed({ subject, spotSeconds, mistake = none }: Run) {
  const world = newWorld();
  await upload(world, subject.key, subject.text);
  const wrong = { ...world, out: mistake(world.out) };
  return resultsOf(world, await announceAndSolve(() => wrong, subject, spotSeconds));
}

/** Runs a job with one fault, and then to its end without any; null where the fault was not reached. */
async function disturbed({ subject, spotSeconds, mistake = none }: Run, at: number, fault: Fault) {
  const world = newWorld();
  await upload(world, subject.key, subject.text);
  const faults = new Faults(at, fault);
  const [inbox, out] = [world.inbox, world.out].map((store) => new FaultyStore(store, faults));
  const faulty = { ...world, inbox, out: mistake(out as ObjectStore) } as World;
  const error = await announceAndSolve(() => faulty, subject, spotSeconds).then(
    () => null,
    (thrown: Error) => thrown,
  );
  const calm = { ...world, out: mistake(world.out) };
  const job = await announceAndSolve(() => calm, subject, spotSeconds);
  return faults.reached ? { error, results: await resultsOf(world, job) } : null;
}

const DRIVERS: readonly (readonly [string, SpotSeconds])[] = [
  ['on the spot', Number.POSITIVE_INFINITY],
  ['by the state machine', 0],
];

describe.each(DRIVERS)('a job that is solved %s', (_, spotSeconds) => {
  describe.each([LINES, ROUNDS])('$name', (subject) => {
    test.each<Fault>(['before', 'after', 'cut'])(
      'ends as if nothing had been, whichever operation of storage is struck (%s)',
      async (fault) => {
        const run = { subject, spotSeconds };
        const expected = await undisturbed(run);
        expect(expected).toMatchObject({ status: 'done', wrong: [] });
        let operations = 0;
        for (;;) {
          const struck = await disturbed(run, operations + 1, fault);
          if (struck === null) break;
          operations++;
          expect({ operations, ...struck.results }).toEqual({ operations, ...expected });
          // What was cut may be nothing, or nothing that was needed.
          if (fault !== 'cut') expect(struck.error?.name).toBe('Struck');
        }
        expect(operations).toBeGreaterThan(20);
      },
    );
  });
});

describe('a job that is given up', () => {
  const error = { Error: 'Runtime.OutOfMemory', Cause: '{"errorMessage":"signal: killed"}' };
  const event = (job: string, chunk: number) => ({ job, round: 0, chunk });

  const failAgain = (world: World, job: string) => failStep(world, { job, error });
  const redrive = (world: World, job: string) => drive(() => world, job);

  /** One of three chunks is done; the step that ends the job is struck; a second chunk comes late. */
  async function givenUp(
    at: number,
    fault: Fault,
    again: (world: World, job: string) => Promise<void>,
  ) {
    const world = newWorld();
    await upload(world, LINES.key, LINES.text);
    const job = await planOnly(world);
    await chunkStep(world, event(job, 0));
    const faults = new Faults(at, fault);
    const out = new FaultyStore(world.out, faults);
    await failStep({ ...world, out }, { job, error }).catch(() => undefined);
    await chunkStep(world, event(job, 2));
    await again(world, job);
    if (!faults.reached) return null;
    const { wrong, ...results } = await resultsOf(world, job);
    // Another run may solve what is missing, to no effect.
    return { ...results, wrong: wrong.filter((what) => what !== 'no results of 1 to 1') };
  }

  async function planOnly(world: World): Promise<string> {
    let job = '';
    const machine = {
      start: async (name: string) => {
        job = name;
      },
    };
    const settings = { ...ON_THE_SPOT, chunkSeconds: LINES.chunkSeconds, spotSeconds: 0 };
    await ingestStep(world, machine, { bucket: 'in', key: LINES.key, version: null }, settings);
    expect(await planStep(world, { job })).toMatchObject({ chunks: [0, 1, 2] });
    return job;
  }

  test.each([
    ['before', 'the same step', failAgain],
    ['after', 'the same step', failAgain],
    ['cut', 'the same step', failAgain],
    ['before', 'another run of the machine', redrive],
    ['after', 'another run of the machine', redrive],
  ] as const)(
    'has one set of results though it is struck (%s), a part comes late, and %s ends it',
    async (fault, _, again) => {
      const expected = await givenUp(1, 'cut', failAgain);
      expect(expected).toMatchObject({
        status: 'failed',
        counts: { cases: 5, solved: 3, errors: 2 },
      });
      let operations = 0;
      for (;;) {
        const results = await givenUp(operations + 1, fault, again);
        if (results === null) break;
        operations++;
        // Struck before it settled anything, it leaves the late part to count.
        const isSettled = results.counts.solved === 3;
        const allRows = results.rows.filter(({ status }) => status === 'solved').length;
        expect([operations, allRows]).toEqual([operations, results.counts.solved]);
        if (isSettled) expect({ operations, ...results }).toEqual({ operations, ...expected });
      }
      expect(operations).toBeGreaterThan(10);
    },
  );
});

describe('functions that come to the end of their time', () => {
  /** A world for each function, that has time for so many cases beside the first. */
  const worldsOf = (world: World, cases: () => number) => () => {
    let left = cases();
    return { ...world, expired: () => left-- <= 0 };
  };
  const MANY: readonly Subject[] = [
    { ...LINES, text: manyLines(13), chunkSeconds: 60 },
    { ...FILE, text: manyCases(13), chunkSeconds: 60 },
    { ...FILE, name: 'chunks of five cases', text: manyCases(13), chunkSeconds: 1e-6 },
    ROUNDS,
  ];

  test.each(MANY)('lose nothing and change nothing, wherever that is: $name', async (subject) => {
    const expected = await undisturbed({ subject, spotSeconds: 0 });
    expect(expected).toMatchObject({ status: 'done', wrong: [] });
    for (let each = 0; each <= 13; each++) {
      const world = newWorld();
      await upload(world, subject.key, subject.text);
      const worlds = worldsOf(world, () => each);
      const job = await announceAndSolve(worlds, subject, 0);
      expect({ each, ...(await resultsOf(world, job)) }).toEqual({ each, ...expected });
    }
  });

  test.each(MANY)('hand a job on the spot over to the state machine: $name', async (subject) => {
    const expected = await undisturbed({ subject, spotSeconds: 0 });
    for (let first = 0; first <= 13; first++) {
      const world = newWorld();
      await upload(world, subject.key, subject.text);
      let functions = 0;
      const worlds = worldsOf(world, () => (functions++ === 0 ? first : 1000));
      const job = await announceAndSolve(worlds, subject, Number.POSITIVE_INFINITY);
      expect({ first, ...(await resultsOf(world, job)) }).toEqual({ first, ...expected });
    }
  });
});

function manyLines(count: number): string {
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ game: 'delete-nim', id: `${at}`, text: `1\n2\n${at + 1} ${2 * at + 1}\n` }),
  );
  return `${lines.join('\n')}\n`;
}

function manyCases(count: number): string {
  const cases = Array.from({ length: count }, (_, at) => `2 2\n${at % 2} 1\n`);
  return `${count}\n${cases.join('')}`;
}

describe('the tests of this file notice', () => {
  const run = { subject: LINES, spotSeconds: 0 };
  const anyStruck = async (mistake: Mistake, fault: Fault) => {
    const expected = JSON.stringify(await undisturbed(run));
    for (let at = 1; ; at++) {
      const struck = await disturbed({ ...run, mistake }, at, fault).catch(() => 'failed');
      if (struck === null) return false;
      if (typeof struck === 'string' || JSON.stringify(struck.results) !== expected) return true;
    }
  };

  test('parts whose names hold the attempt', async () => {
    expect(await anyStruck(attemptInPartNames, 'before')).toBe(true);
  });

  test('a DONE.json that is written before what it names', async () => {
    expect(await undisturbed({ ...run, mistake: doneFirst })).toMatchObject({ wrong: [] });
    expect(await anyStruck(doneFirst, 'before')).toBe(true);
  });

  test('an object that is there already and counts as a failure', async () => {
    expect(await undisturbed({ ...run, mistake: presentIsFailure })).toMatchObject({ wrong: [] });
    expect(await anyStruck(presentIsFailure, 'after')).toBe(true);
  });

  test('nothing where there is nothing wrong', async () => {
    expect(await anyStruck(none, 'before')).toBe(false);
  });
});
