import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadGame } from '../../core/games/index.ts';
import { gameOfPath } from '../../core/games/of-path.ts';
import { run } from '../../core/pipeline/run.ts';
import { jobKeys } from '../../io/keys.ts';
import { announce, doneOf, newWorld, ON_THE_SPOT, rowsOf, textOf, treeOf, upload } from './jobs.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const files = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.in') && statSync(examples + path).isFile())
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

/** From one chunk for everything to a chunk for every case and every part. */
const CHUNK_SECONDS = [60, 1e-3, 1e-6];

describe.each(files)('%s', (path) => {
  const bytes = readFileSync(examples + path);

  test('any size of chunks gives the answer of nimbus solve, and the same rows', async () => {
    const game = await loadGame(gameOfPath(path)?.game ?? '');
    const expected = run(game, bytes).answer;
    const rows: unknown[] = [];
    for (const chunkSeconds of CHUNK_SECONDS) {
      const world = newWorld();
      await upload(world, `inbox/${path}`, bytes);
      const job = await announce(world, `inbox/${path}`, { ...ON_THE_SPOT, chunkSeconds });
      const answer = await textOf(world.out, jobKeys(job).answer(path.replace(/in$/, 'out')));
      expect(answer).toBe(expected);
      rows.push(await rowsOf(world, job));
    }
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[0]).toEqual(rows[2]);
  });
});

test('an upload of JSON Lines gives a row a case and no answer files', async () => {
  const text = readFileSync(`${examples}mixed.jsonl`);
  const trees: unknown[] = [];
  for (const chunkSeconds of CHUNK_SECONDS) {
    const world = newWorld();
    await upload(world, 'inbox/team/mixed.jsonl', text);
    const job = await announce(world, 'inbox/team/mixed.jsonl', { ...ON_THE_SPOT, chunkSeconds });
    const { status, counts, files: written } = await doneOf(world, job);
    expect({ status, errors: counts.errors }).toEqual({ status: 'done', errors: 0 });
    expect(written.map(({ name }) => name)).toEqual([
      'results.jsonl',
      'errors.jsonl',
      'summary.csv',
      'summary.parquet',
      'summary.json',
    ]);
    trees.push([await treeOf(world, job), await rowsOf(world, job)]);
  }
  expect(trees[1]).toEqual(trees[0]);
  expect(trees[2]).toEqual(trees[0]);
});
