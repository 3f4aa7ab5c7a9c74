import { afterEach, expect, test, vi } from 'vitest';
import type { Instance } from '../../cli/batch/instance.ts';
import { OwnHand } from '../../cli/batch/own-hand.ts';
import type { Task } from '../../cli/batch/task.ts';
import { taskOptions } from '../../cli/batch/task-options.ts';
import { game as deleteNim } from '../../core/games/delete-nim/index.ts';
import { instancesNamed } from './some-instances.ts';

const FLAGS = {
  overwrite: 'stale',
  certify: 'none',
  progress: 'none',
  color: 'never',
} as const;

const SMALL = '2\n3\n0\n';
const MANY_CASES = `${'2\n'.repeat(10_001)}0\n`;
/** Some 0.9 ms by the forecast. */
const SOME_CASES = `${'2\n'.repeat(9_000)}0\n`;

interface How {
  readonly flags?: Partial<Parameters<typeof taskOptions>[0]>;
  readonly threads?: Task['threads'];
  readonly start?: () => Promise<void>;
}

function handOf({ flags = {}, threads = 'later', start = async () => undefined }: How = {}) {
  const options = taskOptions({ ...FLAGS, ...flags });
  return new OwnHand({ options, former: null, newFolder: null, threads, start });
}

function cornerOf(...texts: readonly string[]): Instance[] {
  return instancesOf(texts.map((text) => ['corner-geography', text] as const));
}

function instancesOf(contents: readonly (readonly [game: string | null, text: string])[]) {
  return instancesNamed(...contents.map((_, at) => `${at}`)).map((item, at) => {
    const [game, text] = contents[at] as (typeof contents)[number];
    return { ...item, game, source: { bytes: new TextEncoder().encode(text) } };
  });
}

/** What it makes of each: solved, for a worker, or not so much as looked at. */
async function taken(hand: OwnHand, items: readonly Instance[]): Promise<string[]> {
  const become: string[] = [];
  for (const item of items) {
    const result = await hand.take(item, 0);
    if (result === null) become.push('refused');
    else if (result.later.length === 0) become.push('solved');
    else become.push(...result.later.map(({ to }) => (typeof to === 'string' ? to : 'large')));
  }
  return become;
}

afterEach(() => vi.restoreAllMocks());

test('it solves what is short, and leaves many cases and long texts to workers', async () => {
  const long = `${'1'.repeat(2 ** 21)}\n0\n`;
  const items = cornerOf(SMALL, MANY_CASES, SMALL, long, SMALL);
  expect(await taken(handOf(), items)).toEqual(['solved', 'worker', 'solved', 'worker', 'solved']);
});

test('a text that has to tell its game is left to workers sooner', async () => {
  const unnamed = '5 4\n1 2\n2 3\n3 4\n4 5\n';
  const padded = `${unnamed}${' '.repeat(2 ** 16)}`;
  const items = instancesOf([
    [null, unnamed],
    [null, padded],
    ['dag-subgraph-count', padded],
  ]);
  expect(await taken(handOf(), items)).toEqual(['solved', 'worker', 'solved']);
});

test('nor does it begin what has no forecast, comes near its time limit, or is worth all threads', async () => {
  const some = cornerOf(SOME_CASES);
  expect(await taken(handOf({ flags: { secondSolver: 'brute' } }), some)).toEqual(['worker']);
  expect(await taken(handOf({ flags: { certify: 'all' } }), some)).toEqual(['worker']);
  expect(await taken(handOf({ flags: { timeLimit: 5 } }), some)).toEqual(['worker']);
  expect(await taken(handOf(), some)).toEqual(['solved']);
  const edges = Array.from({ length: 29 }, (_, at) => `${at + 1} ${at + 2}\n`).join('');
  const large = instancesOf([['dag-subgraph-count', `30 29\n${edges}`]]);
  expect(await taken(handOf(), large)).toEqual(['large']);
  expect(await taken(handOf({ threads: 1 }), large)).toEqual(['worker']);
});

test.each([
  [
    'hangs',
    () => {
      for (;;);
    },
  ],
  ['would end the process', () => process.exit(3)],
])('where a solver %s, workers have that instance and all others', async (_, sick) => {
  const solve = deleteNim.solve.bind(deleteNim);
  const planted = vi.spyOn(deleteNim, 'solve');
  planted.mockImplementationOnce(solve).mockImplementationOnce(() => {
    sick();
    throw new TypeError('it came back');
  });
  const items = instancesOf(
    ['1\n2\n3 4\n', '1\n2\n5 6\n', '1\n2\n7 8\n'].map((text) => ['delete-nim', text]),
  );
  expect(await taken(handOf(), items)).toEqual(['solved', 'worker', 'refused']);
  expect(planted).toHaveBeenCalledTimes(2);
});

test('it goes on until a worker is there, which it asks for where much is left', async () => {
  let arrive = (): void => undefined;
  const start = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  const hand = handOf({ start });
  // A window of milliseconds that are not counted, and one that is.
  const clock = vi.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => (now += 10));
  const [item] = cornerOf(SMALL) as [Instance];
  for (let at = 0; at < 20; at++) expect(await hand.take(item, 1)).not.toBe(null);
  expect(start).not.toHaveBeenCalled();
  for (let at = 0; at < 20; at++) expect(await hand.take(item, 60)).not.toBe(null);
  expect(start).toHaveBeenCalledTimes(1);
  arrive();
  await new Promise(setImmediate);
  expect(await hand.take(item, 1_000)).toBe(null);
});

test('where more than a few are left, workers have them all from the first new one on', async () => {
  const [item] = cornerOf(SMALL) as [Instance];
  const hand = handOf();
  expect(await hand.take(item, 64)).not.toBe(null);
  expect(await hand.take(item, 65)).not.toBe(null);
  expect(await hand.take(item, 64)).toBe(null);
});
