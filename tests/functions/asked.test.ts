import { expect, test } from 'vitest';
import { game } from '../../core/games/dag-subgraph-count/index.ts';
import { askedOf, JUDGES } from '../../core/pipeline/asked.ts';
import { parse } from '../../core/pipeline/parse.ts';
import type { World } from '../../functions/job/chunk-step.ts';
import { nextGeneration } from '../../functions/job/generation.ts';
import { ingestStep } from '../../functions/job/ingest-step.ts';
import { openJob } from '../../functions/job/open-job.ts';
import { seal } from '../../functions/job/sealed.ts';
import { jobKeys } from '../../io/keys.ts';
import { completeGraph } from '../end-to-end/dev-process.ts';
import { drive } from './drive.ts';
import { announce, doneOf, newWorld, ON_THE_SPOT, rowsOf, textOf, upload } from './jobs.ts';

const KEY = 'inbox/dag-subgraph-count/large.in';
const EXACT = { 'nimbus-exact': 'true' };
const TEXT = completeGraph(16);

/** The answer of a run to the same question. */
function answerOf(asked: Partial<typeof JUDGES>): string {
  const asking = askedOf(game, { ...JUDGES, ...asked });
  if ('rule' in asking) throw new TypeError(asking.found);
  const { cases } = parse(asking, Buffer.from(TEXT), {});
  return `${asking.codec.formatAnswer(asking.solve(cases[0]))}\n`;
}

/** Announces an upload whose job needs rounds, and stops before them. */
async function planned(world: World): Promise<string> {
  const settings = { ...ON_THE_SPOT, chunkSeconds: 1e-5, spotSeconds: 0, machine: 'm' };
  const start = { start: () => Promise.resolve() };
  const taken = await ingestStep(world, start, { bucket: 'in', key: KEY, version: null }, settings);
  return 'job' in taken ? taken.job : taken.kind;
}

test.each([
  ['exact', { exact: true }, EXACT],
  ['modulus', { modulus: 2 ** 31 - 1 }, { 'nimbus-modulus': `${2 ** 31 - 1}` }],
  ['histogram', { histogram: true }, { 'nimbus-histogram': 'true' }],
])('a file can be asked for its %s, whole and in rounds', async (name, asked, metadata) => {
  const answer = answerOf(asked);
  for (const inRounds of [false, true]) {
    const world = newWorld();
    await upload(world, KEY, TEXT, metadata);
    const job = await (inRounds ? planned(world) : announce(world, KEY));
    if (inRounds) await drive(() => world, job);
    // A histogram is not cut.
    const { rounds } = (await openJob(world.out, job))?.plan.pieces[0] ?? {};
    expect(rounds?.length ?? 1).toBeGreaterThanOrEqual(inRounds && name !== 'histogram' ? 3 : 1);
    const path = jobKeys(job).answer('dag-subgraph-count/large.out');
    expect(await textOf(world.out, path)).toBe(answer);
    expect((await doneOf(world, job)).status).toBe('done');
  }
});

test('lines that ask for nothing themselves are asked what the upload asks', async () => {
  const world = newWorld();
  const lines = [{ text: TEXT }, { text: TEXT, modulus: 97 }];
  const key = 'inbox/dag-subgraph-count/lines.jsonl';
  await upload(world, key, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), EXACT);
  const rows = await rowsOf(world, await announce(world, key));
  expect(rows.map(({ answer }) => `${answer}\n`)).toEqual([
    answerOf({ exact: true }),
    answerOf({ modulus: 97 }),
  ]);
});

test('a game that has no such answer says so in its row', async () => {
  const world = newWorld();
  const key = 'inbox/delete-nim/a.in';
  await upload(world, key, '1\n2\n1 2\n', EXACT);
  const job = await announce(world, key);
  const [row] = await rowsOf(world, job);
  expect(row?.error?.rule).toBe('option/not-offered');
});

test('a check prime that disagrees is an error of its case, and the job comes to its end', async () => {
  const world = newWorld();
  await upload(world, KEY, TEXT, EXACT);
  const job = await planned(world);
  await drive(() => world, job);
  const other = await withSpoiledPart(world, job);
  await drive(() => other, job);
  const [row] = await rowsOf(other, job);
  expect(row?.error).toMatchObject({ rule: 'bug/disagreement' });
  const { status, counts } = await doneOf(other, job);
  expect(status).toBe('done');
  expect(counts).toMatchObject({ cases: 1, errors: 1, disagreements: 1 });

  const next = (await nextGeneration(other.out, job, 'failed'))?.job ?? '';
  await drive(() => other, next);
  expect((await doneOf(other, next)).counts).toMatchObject({ solved: 1, errors: 0 });
});

/** Another machine that finds all rounds finished, one number of the last one changed and sealed again. */
async function withSpoiledPart(world: World, job: string): Promise<World> {
  const other = newWorld();
  const upload = await world.inbox.get(KEY);
  await other.inbox.put(KEY, upload?.body ?? '', { metadata: EXACT });
  const keys = jobKeys(job);
  const prefix = `${keys.root}rounds/`;
  const parts: string[] = [];
  for await (const { key } of world.out.list(prefix)) parts.push(key);
  for (const key of [keys.manifest, keys.plan, ...parts]) {
    const object = await world.out.get(key);
    const { body = Buffer.of(), metadata = {} } = object ?? {};
    const content = key === parts.at(-1) ? resealed(key.slice(prefix.length), job, body) : body;
    await other.out.put(key, content, { metadata });
  }
  return other;
}

/** A part of the last round, `ROUND/PIECE-PART`, which is its term alone, off by one. */
function resealed(name: string, job: string, body: Uint8Array): Uint8Array {
  const [round = 0, piece = 0, part = 0] = name.split(/[/-]/).map(Number);
  const term = body.slice(0, -32);
  term[0] = (term[0] as number) ^ 1;
  return seal(`${job}/${round}/${piece}/${part}/term`, term);
}
