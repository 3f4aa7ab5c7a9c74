import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Columns } from '../../core/pipeline/solve-chunk.ts';
import { solveText } from '../../core/pipeline/solve-text.ts';
import { Random } from '../../core/random/random.ts';
import { ingestStep } from '../../functions/job/ingest-step.ts';
import type { RangeSettings } from '../../functions/job/manifest.ts';
import { openAnyJob } from '../../functions/job/open-job.ts';
import { isRanged } from '../../functions/job/ranged-upload.ts';
import type { Row } from '../../io/results/row.ts';
import { subjects } from '../conformance/games.ts';
import { newFolder } from '../tools/temporary-folder.ts';
import { drive, resultsOf } from './drive.ts';
import { linesOf, newWorld, ON_THE_SPOT, timeless, upload } from './jobs.ts';

type Subject = (typeof subjects)[number];

const UNRANGED: RangeSettings = { from: Number.MAX_SAFE_INTEGER, bytes: 1 };
/** A range for some tokens, and one for some lines. */
const RANGES = [20, 300].map((bytes) => ({ from: 0, bytes }));

/** The job of one upload, run to its end. */
async function solved(key: string, text: string, ranges: RangeSettings) {
  const world = newWorld();
  await upload(world, key, text);
  const machine = { start: (job: string) => drive(() => world, job) };
  const settings = { ...ON_THE_SPOT, spotSeconds: 0, ranges };
  const announced = { bucket: 'in', key, version: null };
  const ingested = await ingestStep(world, machine, announced, settings);
  const job = 'job' in ingested ? ingested.job : ingested.kind;
  const open = await openAnyJob(world.out, job);
  const pieces = open !== null && isRanged(open) ? open.plan.pieces.length : null;
  return { results: await resultsOf(world, job), pieces };
}

/** A file of some hundred bytes as the judge writes it. */
function longFile({ game, proof }: Subject): string {
  const cases = Object.values(proof.small).flatMap((generate) =>
    Array.from({ length: 8 }, (_, seed) => generate(new Random(seed))).flat(),
  );
  if (game.codec.framing === undefined) return game.codec.formatCases(cases.slice(-1));
  const [first] = cases as { threshold?: number }[];
  const alike = (cases as { threshold?: number }[]).filter(
    ({ threshold }) => threshold === first?.threshold,
  );
  return game.codec.formatCases(alike);
}

/** What may be wrong in the middle of it, or at its end. */
const HARMS: Readonly<Record<string, (text: string) => string>> = {
  'as the judge writes it': (text) => text,
  'with a number out of range in its middle': (text) => inMiddle(text, '999999999999'),
  'with a word in its middle': (text) => inMiddle(text, 'x'),
  'cut off': (text) => text.slice(0, text.length * 0.7),
  'with more behind it': (text) => `${text}1 2 3\n`,
  'with CR LF and without a last line end': (text) => text.trimEnd().replaceAll('\n', '\r\n'),
};

function inMiddle(text: string, word: string): string {
  const at = text.indexOf(' ', text.length / 2);
  const from = at < 0 ? text.indexOf('\n', text.length / 2) : at;
  return text.slice(0, from).replace(/\S+$/, word) + text.slice(from);
}

const long = subjects.filter(
  ({ game }) => game.codec.framing !== undefined || game.list !== undefined,
);

describe.each(long)('a file of $name', (subject) => {
  test.each(Object.entries(HARMS))('%s gives the same by ranges', async (_, harm) => {
    const text = harm(longFile(subject));
    const key = `inbox/${subject.name}/long.in`;
    const whole = (await solved(key, text, UNRANGED)).results;
    expect(whole.rows.map(({ answer }) => answer)).toEqual(answersOf(subject, text));
    for (const ranges of RANGES) {
      const { results, pieces } = await solved(key, text, ranges);
      expect(pieces).toBeGreaterThan(text.length / ranges.bytes / 2);
      expect(results, `${ranges.bytes} bytes: ${text}`).toEqual(whole);
    }
  });
});

function answersOf({ game }: Subject, text: string): (string | null)[] {
  const columns = new Columns();
  solveText(game, new TextEncoder().encode(text), {}, (result, index) =>
    columns.add(index, result),
  );
  return columns.answers;
}

test.each(['delete-nim', 'colored-token-split'])(
  'a file of %s has the rows and the answer of nimbus run',
  async (name) => {
    const subject = long.find((each) => each.name === name) as Subject;
    const text = longFile(subject);
    const cwd = newFolder('ranged');
    const path = `${name}/long.in`;
    mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, path), text);
    const command = fileURLToPath(new URL('./sick/command.ts', import.meta.url));
    const env = { ...process.env, NODE_NO_WARNINGS: '1' };
    spawnSync(process.execPath, [command, 'run', '.', '-o', 'out'], { cwd, env });
    const rows = linesOf<Row>(readFileSync(join(cwd, 'out/results.jsonl'), 'utf8'));
    const { results } = await solved(`inbox/${path}`, text, { from: 0, bytes: 30 });
    expect(results.rows).toEqual(rows.map(timeless));
    expect(results.tree[`answers/${name}/long.out`]).toBe(
      readFileSync(join(cwd, `out/${name}/long.out`), 'utf8'),
    );
  },
);
