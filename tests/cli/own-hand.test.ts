import { expect, test } from 'vitest';
import { NOTHING_FORMER } from '../../cli/batch/former-results.ts';
import type { Instance } from '../../cli/batch/instance.ts';
import { OwnHand } from '../../cli/batch/own-hand.ts';
import { taskOptions } from '../../cli/batch/task-options.ts';
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

/** What the main thread leaves to workers of instances with these contents. */
async function left(
  contents: readonly (readonly [game: string | null, text: string])[],
  flags: Partial<Parameters<typeof taskOptions>[0]> = {},
): Promise<number[]> {
  const items: Instance[] = instancesNamed(...contents.map((_, at) => `${at}`)).map((item, at) => {
    const [game, text] = contents[at] as (typeof contents)[number];
    return { ...item, game, source: { bytes: new TextEncoder().encode(text) } };
  });
  const options = taskOptions({ ...FLAGS, ...flags });
  const hand = new OwnHand({ options, former: NOTHING_FORMER, newFolder: null }, 'later');
  const handedBack: number[] = [];
  for (let done = 0; done < items.length; ) {
    const result = await hand.solve(items.slice(done));
    for (const { at, to } of result.later) {
      expect(to).toBe('worker');
      handedBack.push(done + at);
    }
    done += result.done;
  }
  return handedBack;
}

test('the main thread solves what is short, and leaves many cases and long texts to workers', async () => {
  const long = `${'1'.repeat(2 ** 20)}\n0\n`;
  const contents = [SMALL, MANY_CASES, SMALL, long].map(
    (text) => ['corner-geography', text] as const,
  );
  expect(await left(contents)).toEqual([1, 3]);
});

test('a text that has to tell its game is left to workers sooner', async () => {
  const unnamed = '5 4\n1 2\n2 3\n3 4\n4 5\n';
  const padded = `${unnamed}${' '.repeat(2 ** 16)}`;
  expect(
    await left([
      [null, unnamed],
      [null, padded],
      ['dag-subgraph-count', padded],
    ]),
  ).toEqual([1]);
});

test('nor does it begin what has no forecast, or comes near its time limit', async () => {
  const contents = [['corner-geography', SMALL] as const];
  expect(await left(contents, { secondSolver: 'brute' })).toEqual([0]);
  expect(await left(contents, { certify: 'all' })).toEqual([0]);
  const some = [['corner-geography', SOME_CASES] as const];
  expect(await left(some)).toEqual([]);
  expect(await left(some, { timeLimit: 5 })).toEqual([0]);
});
