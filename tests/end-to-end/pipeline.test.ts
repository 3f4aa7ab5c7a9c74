import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { objectCreated } from '../../functions/job/announce.ts';
import { jobKeys } from '../../io/keys.ts';
import type { Row } from '../../io/results/row.ts';
import { IN_BUCKET } from '../../local/buckets.ts';
import { type OwnStack, type StackOptions, startStack } from '../../local/stack.ts';
import { linesOf, textOf, timeless } from '../functions/jobs.ts';
import { newFolder } from '../tools/temporary-folder.ts';
import {
  completeGraph,
  solvedChunks,
  startDevProcess,
  whenDone,
  whenFinished,
} from './dev-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = `${root}examples/`;
const files = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => statSync(examples + path).isFile() && /\.(in|jsonl)$/.test(path))
  .sort();

const stacks: OwnStack[] = [];
afterEach(async () => {
  for (const stack of stacks.splice(0)) await stack.close();
});

async function newStack(options: Partial<StackOptions> = {}): Promise<OwnStack> {
  const stack = await startStack({ data: temporaryFolder(), ...options });
  stacks.push(stack);
  return stack;
}

function temporaryFolder(): string {
  return newFolder('stack');
}

/** Answer files by their paths, and rows by their file, without what is another in every run. */
interface Outcome {
  readonly answers: Readonly<Record<string, string>>;
  readonly rows: readonly unknown[];
}

function byRun(): Outcome {
  const out = temporaryFolder();
  spawnSync(process.execPath, ['cli/nimbus.mjs', 'run', 'examples', '-o', out], { cwd: root });
  const answers = Object.fromEntries(
    readdirSync(out, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.out'))
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(out, path), 'utf8')]),
  );
  const rows = linesOf<Row>(readFileSync(join(out, 'results.jsonl'), 'utf8'));
  return { answers, rows: inOrder(rows) };
}

async function byStack(options: Partial<StackOptions>): Promise<Outcome> {
  const { buckets } = await newStack(options);
  for (const path of files) await buckets.inbox.put(`inbox/${path}`, readFileSync(examples + path));
  const answers: Record<string, string> = {};
  const rows: Row[] = [];
  for (const job of await whenDone(buckets, files.length)) {
    const keys = jobKeys(job);
    rows.push(...linesOf<Row>((await textOf(buckets.out, keys.results)) ?? ''));
    for await (const { key } of buckets.out.list(keys.answers)) {
      answers[key.slice(keys.answers.length)] = (await textOf(buckets.out, key)) ?? '';
    }
  }
  return { answers, rows: inOrder(rows) };
}

function inOrder(rows: readonly Row[]): unknown[] {
  const place = ({ file, line = 0, case: number }: Row) => `${file} ${line + 1e6} ${number + 1e6}`;
  return [...rows].sort((a, b) => (place(a) < place(b) ? -1 : 1)).map(timeless);
}

describe('the example batch, uploaded over HTTP', () => {
  const reference = byRun();

  test.each([
    ['solved on the spot', { spotSeconds: Number.POSITIVE_INFINITY }],
    ['by the state machine', { spotSeconds: 0 }],
    ['by the state machine in small chunks', { spotSeconds: 0, chunkSeconds: 1e-4 }],
  ])('%s gives the bytes and the rows of nimbus run', async (_, options) => {
    expect(await byStack(options)).toEqual(reference);
  });
});

test('an upload announced ten times at once is one job, solved once', async () => {
  const stack = await newStack({ listens: false, spotSeconds: 0 });
  const key = 'inbox/delete-nim/01.in';
  await stack.buckets.inbox.put(key, readFileSync(`${examples}delete-nim/01.in`));
  const { etag = '', size = 0 } = (await stack.buckets.inbox.head(key)) ?? {};
  const body = objectCreated({ bucket: IN_BUCKET, key, version: null, etag }, size);
  const event = { Records: [{ messageId: '1', body }] };
  await Promise.all(Array.from({ length: 10 }, () => stack.invoke('ingest', event)));
  const [job, ...others] = await whenDone(stack.buckets, 1);
  expect(others).toEqual([]);
  expect(await textOf(stack.buckets.out, jobKeys(job ?? '').answer('delete-nim/01.out'))).toBe(
    'YES\nNO\n',
  );
  expect(stack.counts().chunk.started).toBe(1);
});

describe('a job in rounds whose stack is killed', () => {
  const FLAGS = ['--spot-seconds', '0', '--chunk-seconds', '0.0005'];
  const upload = completeGraph(21);

  test('goes on at the next start: the same bytes, and no finished chunk computed again', async () => {
    const data = temporaryFolder();
    let dev = await startDevProcess(data, ...FLAGS);
    await dev.buckets.inbox.put('inbox/dag-subgraph-count/21.in', upload);
    for (const parts of [5, 15, 25]) {
      await whenFinished(dev.buckets, parts);
      await dev.kill();
      dev = await startDevProcess(data, ...FLAGS);
    }
    const [job] = await whenDone(dev.buckets, 1);
    const { answer } = jobKeys(job ?? '');
    const bytes = await textOf(dev.buckets.out, answer('dag-subgraph-count/21.out'));
    expect(await dev.stop()).toBe(0);
    // As nimbus solve has it, in one piece.
    expect(bytes).toBe('656112028\n');
    const solved = solvedChunks(data);
    expect(new Set(solved).size).toBeGreaterThan(30);
    expect(solved.length).toBe(new Set(solved).size);
  });
});
