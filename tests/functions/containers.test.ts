import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../functions/careful/units.ts';
import { readPiece } from '../../functions/job/archive-pack.ts';
import type { World } from '../../functions/job/chunk-step.ts';
import { lineInstances } from '../../functions/job/instances.ts';
import { openAnyJob } from '../../functions/job/open-job.ts';
import { rejectedKey } from '../../io/keys.ts';
import type { ByteRange } from '../../io/stores/object-store.ts';
import { KINDS, type Kind } from '../tools/containers/kinds.ts';
import { tarOf } from '../tools/containers/odd-tar.ts';
import { zipOf } from '../tools/containers/odd-zip.ts';
import { announceAndSolve, resultsOf } from './drive.ts';
import { announce, newWorld, ON_THE_SPOT, rowsOf, textOf, treeOf, upload } from './jobs.ts';

const LINES = [
  { game: 'delete-nim', id: 'one', text: '1\n2\n1 2\n' },
  { game: 'delete-nim', id: 'one', text: '1\n2\n1 2\n' },
  { game: 'corner-geography', text: '3\n0\n' },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

const FILES = [
  { name: 'sample/nimbus.yaml', content: 'game: delete-nim\next: ans\n' },
  { name: 'sample/01.in', content: '1\n2\n1 2\n' },
  { name: 'corner-geography/1.in', content: '3\n0\n' },
  { name: 'corner-geography/1.txt', content: '2\n0\n' },
  { name: 'corner-geography/bad.in', content: 'x\n' },
  { name: 'lines.jsonl', content: LINES },
  { name: 'README.md', content: 'about' },
];

const PACKED = {
  zip: zipOf(FILES),
  tar: tarOf(FILES),
  'tar.gz': gzipSync(tarOf(FILES)),
  'tar.zst': zstdCompressSync(tarOf(FILES)),
};

const OUTCOMES = [
  ['corner-geography/1.in#1', 'Bob'],
  ['corner-geography/1.txt#1', 'answer-name'],
  ['corner-geography/bad.in#1', expect.stringContaining('/')],
  ['one', expect.anything()],
  ['one', 'json-lines/repeated-id'],
  ['3', 'Bob'],
  ['sample/01.in#1', expect.anything()],
];

describe.each(Object.keys(PACKED) as (keyof typeof PACKED)[])('a %s', (extension) => {
  const key = `inbox/team/tests.${extension}`;
  const file = `team/tests.${extension}`;

  test.each([
    ['on the spot', 60, Number.POSITIVE_INFINITY],
    ['by many functions', 1e-9, 0],
  ])('is a job of all its files, solved %s', async (_, chunkSeconds, spotSeconds) => {
    const world = newWorld();
    await upload(world, key, PACKED[extension]);
    const subject = { name: '', key, text: '', chunkSeconds };
    const job = await announceAndSolve(() => world, subject, spotSeconds);
    const { rows, tree, wrong } = await resultsOf(world, job);
    expect(wrong).toEqual([]);
    const short = rows.map(({ id, answer, error }) => [
      id.replace(`${file}/`, ''),
      answer ?? error?.rule,
    ]);
    expect(short).toEqual(OUTCOMES);
    expect(tree).toMatchObject({
      [`answers/${file}/corner-geography/1.out`]: 'Bob\n',
      [`answers/${file}/sample/01.ans`]: expect.anything(),
    });
    expect(Object.keys(tree).filter((name) => /^answers/.test(name))).toHaveLength(2);
  });
});

/** The ranges that are read of the inbox. */
function readsOf(world: World): { readonly world: World; readonly ranges: (ByteRange | null)[] } {
  const ranges: (ByteRange | null)[] = [];
  const inbox = { ...world.inbox, address: world.inbox.address } as World['inbox'];
  Object.assign(inbox, {
    head: world.inbox.head.bind(world.inbox),
    list: world.inbox.list.bind(world.inbox),
    get: (key: string, options: { range?: ByteRange } = {}) => {
      ranges.push(options.range ?? null);
      return world.inbox.get(key, options);
    },
  });
  return { world: { ...world, inbox }, ranges };
}

test('a function that solves a piece of a zip reads the bytes of its entries and no others', async () => {
  const world = newWorld();
  const files = ['1', '2', '3'].map((name) => ({
    name: `corner-geography/${name}.in`,
    content: `${'5\n'.repeat(40_000)}0\n`,
    method: 0,
  }));
  await upload(world, 'inbox/tests.zip', zipOf(files));
  const subject = { name: '', key: 'inbox/tests.zip', text: '', chunkSeconds: 1e-9 };
  const job = await announceAndSolve(() => world, subject, 0);
  const open = await openAnyJob(world.out, job);
  expect(open?.plan.pieces).toHaveLength(3);
  for (const piece of open?.plan.pieces ?? []) {
    const { world: watched, ranges } = readsOf(world);
    await readPiece(watched, open?.manifest as never, piece);
    expect(ranges).toHaveLength(1);
    const [range] = ranges;
    expect((range?.end ?? 0) - (range?.start ?? 0)).toBeLessThan(81_000);
  }
});

test('each unit of a careful attempt is read by itself', async () => {
  const world = newWorld();
  await upload(world, 'inbox/tests.zip', PACKED.zip);
  const job = await announce(world, 'inbox/tests.zip');
  const open = await openAnyJob(world.out, job);
  const [piece] = open?.plan.pieces ?? [];
  if (open === null || piece === undefined) throw new RangeError('no plan');
  const { manifest } = open;
  const bytes = await readPiece(world, manifest, piece);
  const units = [...unitsOf({ manifest, game: null, piece, bytes })];
  expect(units).toHaveLength(7);
  for (const { index, work } of units) {
    const alone = await readPiece(world, manifest, work.piece);
    expect(`${Buffer.from(alone)}`).toBe(`${Buffer.from(work.bytes)}`);
    const [instance, ...others] = lineInstances(manifest, alone, { index, line: work.piece.line });
    expect([instance?.index, others]).toEqual([index, []]);
  }
});

test.each([
  ['corner-geography-1.in.gz', gzipSync('3\n0\n'), 'corner-geography-1.out'],
  ['corner-geography-1.in.zst', zstdCompressSync('3\n0\n'), 'corner-geography-1.out'],
  ['batch.jsonl.gz', gzipSync(LINES), null],
])('%s is the file that is packed', async (name, bytes, answer) => {
  const world = newWorld();
  await upload(world, `inbox/${name}`, bytes);
  const subject = { name: '', key: `inbox/${name}`, text: '', chunkSeconds: 1e-9 };
  const job = await announceAndSolve(() => world, subject, 0);
  const rows = await rowsOf(world, job);
  expect(rows.map((row) => row.file)).toEqual(rows.map(() => name));
  expect(rows.at(-1)?.answer).toBe('Bob');
  const answers = Object.keys(await treeOf(world, job)).filter((path) => /^answers/.test(path));
  expect(answers).toEqual(answer === null ? [] : [`answers/${answer}`]);
});

/** What becomes of an upload. */
async function outcomeOf({ file, bytes }: Kind) {
  const world = newWorld();
  await upload(world, `inbox/${file}`, bytes());
  const job = await announce(world, `inbox/${file}`, ON_THE_SPOT);
  const rejected = await textOf(world.out, rejectedKey(`inbox/${file}`));
  if (rejected !== null) return { job, refused: JSON.parse(rejected).rule, rules: [], solved: [] };
  const rows = await rowsOf(world, job);
  const solved = rows.filter(({ status }) => status === 'solved');
  return {
    job,
    refused: null,
    rules: rows.flatMap(({ error, warnings }) => [
      ...(error ? [error.rule] : []),
      ...warnings.map(({ rule }) => rule),
    ]),
    solved: solved.map((row) => row.file.replace('a.zip/', '')),
  };
}

test.each(KINDS.map((kind) => [`${kind.id} ${kind.what}`, kind] as const))(
  '%s',
  async (_, kind) => {
    const { refused, rules, solved, job } = await outcomeOf(kind);
    expect({ refused, job: refused === null ? 'made' : job }).toEqual(
      kind.outcome === 'R'
        ? { refused: kind.rule, job: 'rejected' }
        : { refused: null, job: 'made' },
    );
    expect(solved.sort()).toEqual([...kind.solved].sort());
    const isTold = kind.outcome === 'E' || kind.outcome === 'W';
    if (isTold) expect(rules).toContain(kind.rule);
    else expect(rules).toEqual([]);
  },
);
