import { describe, expect, test } from 'vitest';
import { jobKeys } from '../../io/keys.ts';
import { announce, newWorld, rowsOf, textOf, treeOf, upload } from './jobs.ts';

const TEXT = '3\n0\n';
const SOUND = { file: 'good.in', game: 'corner-geography', answer: 'good.out', text: TEXT };

const linesOf = (...objects: readonly object[]) =>
  objects.map((each) => `${JSON.stringify(each)}\n`).join('');
const packOf = (...objects: readonly object[]) => linesOf({ nimbus: 'pack', v: 1 }, ...objects);

/** Has an upload solved; its job, and what became of each instance. */
async function solve(text: string) {
  const world = newWorld();
  await upload(world, 'inbox/batch.jsonl', text);
  const job = await announce(world, 'inbox/batch.jsonl');
  const rows = await rowsOf(world, job);
  const outcomes = rows.map(({ id, answer, error }) => [id, answer ?? error?.rule]);
  return { world, job, rows, outcomes };
}

describe('a pack that is made by hand', () => {
  test('writes no answer outside of its folder, and its other instances are solved', async () => {
    const { world, job, outcomes } = await solve(
      packOf(
        { ...SOUND, file: 'up.in', answer: '../DONE.json' },
        { ...SOUND, file: 'half.in', answer: '\ud800.out' },
        { ...SOUND, file: '../x.in', answer: 'x.out' },
        SOUND,
      ),
    );
    expect(outcomes).toEqual([
      ['up.in#1', 'pack/answer'],
      ['half.in#1', 'pack/answer'],
      ['4', 'pack/file'],
      ['good.in#1', 'Bob'],
    ]);
    const answers = Object.keys(await treeOf(world, job)).filter((name) => /^answers/.test(name));
    expect(answers).toEqual(['answers/good.out']);
    expect(await textOf(world.out, jobKeys(job).done)).toContain('"status"');
  });
});
