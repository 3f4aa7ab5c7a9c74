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

  test('brings no formula into summary.csv by its own findings', async () => {
    const formula = '=HYPERLINK("http://x")';
    const problem = { rule: formula, place: null, found: formula, allowed: formula };
    const { world, job } = await solve(packOf({ ...SOUND, problem }));
    const csv = (await textOf(world.out, jobKeys(job).summaryCsv)) ?? '';
    expect(csv.match(/"'=HYPERLINK\(""http:\/\/x""\)"/g)).toHaveLength(3);
    expect(csv.match(/=HYPERLINK/g)).toHaveLength(3);
  });

  test('has an unknown game as the problem of one instance, shown as any text of a user', async () => {
    const { outcomes, rows } = await solve(
      packOf(
        { ...SOUND, file: 'a.in', game: '\u001b'.repeat(1_000), answer: 'a.out' },
        { ...SOUND, game: 'bzoj2463' },
        { ...SOUND, file: 'b.in', game: 'constructor' },
      ),
    );
    expect(outcomes).toEqual([
      ['a.in#1', 'unknown-game'],
      ['good.in#1', 'Bob'],
      ['b.in#1', 'unknown-game'],
    ]);
    expect(rows[1]?.game).toBe('corner-geography');
    expect(rows[0]?.error?.found).toMatch(/^'(<U\+001B>){25}…'$/);
  });

  test('gives an answer file to the first sound instance, and says so at 200 bytes', async () => {
    const file = `${'a'.repeat(600)}.in`;
    const { outcomes, rows } = await solve(
      packOf({ ...SOUND, file: 'x.in', game: 'chess' }, { ...SOUND, file }, SOUND),
    );
    expect(outcomes.map(([, outcome]) => outcome)).toEqual(['unknown-game', 'Bob', 'answer-name']);
    expect(rows[2]?.error?.found).toMatch(/the answer to a{200}…$/);
  });
});

describe('JSON Lines', () => {
  test('show a long id and a long name of a game at 200 bytes', async () => {
    const long = '\u001b[31m'.repeat(10_000);
    const line = { game: 'corner-geography', id: long, text: TEXT };
    const { rows } = await solve(linesOf(line, line, { ...line, game: long }));
    expect(rows.map(({ answer, error }) => answer ?? error?.rule)).toEqual([
      'Bob',
      'json-lines/repeated-id',
      'unknown-game',
    ]);
    for (const { error } of rows.slice(1)) {
      expect(error?.found).toContain('<U+001B>[31m');
      expect(Buffer.byteLength(error?.found ?? '')).toBeLessThan(240);
    }
  });
});
