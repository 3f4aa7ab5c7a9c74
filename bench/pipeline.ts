// A file of 10,000 instances, one of 1,000,000 queries and a list of 36 MB, which is cut into ranges of
// bytes, uploaded to the local stack, beside `nimbus run` on the same file: whole time until the results
// are there, peak memory, and whether the answers are the same.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../core/games/index.ts';
import { proofs } from '../core/games/proofs.ts';
import { Random } from '../core/random/random.ts';
import { jobKeys } from '../io/keys.ts';
import type { Row } from '../io/results/row.ts';
import { localBuckets, localClient } from '../local/buckets.ts';
import { startDevProcess, whenDone } from '../tests/end-to-end/dev-process.ts';
import { runWithPeak } from './peak.ts';

const INSTANCES = 10_000;
const QUERIES = 1_000_000;
const TOKENS = 9_000_000;
const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimbus-pipeline-'));

await compare(`${INSTANCES} instances`, 'instances.jsonl', await instances());
await compare(`${QUERIES} queries`, 'corner-geography/queries.in', queries());
await compare(`a list of ${TOKENS} tokens`, 'colored-token-split/list.in', list());
rmSync(folder, { recursive: true });

async function compare(name: string, file: string, text: string): Promise<void> {
  const path = join(folder, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  const run = byRun(path);
  const stack = await byStack(file);
  const same = run.results === stack.results ? 'the same results' : 'OTHER RESULTS';
  if (run.results !== stack.results) process.exitCode = 1;
  console.log(
    `${name}: local stack ${shown(stack)}, nimbus run ${shown(run)}: ` +
      `${(stack.milliseconds / run.milliseconds).toFixed(1)} times as long, ${same}`,
  );
}

interface Measured {
  readonly milliseconds: number;
  readonly megabytes: number;
  /** Case, game and answer of each row. */
  readonly results: string;
}

function shown({ milliseconds, megabytes }: Measured): string {
  return `${(milliseconds / 1000).toFixed(1)} s and ${megabytes} MB`;
}

function byRun(path: string): Measured {
  const out = `${path}-out`;
  const { seconds, bytes } = runWithPeak([door, 'run', path, '-o', out, '-q']);
  return {
    milliseconds: 1000 * seconds,
    megabytes: Math.round(bytes / 1e6),
    results: resultsIn(readFileSync(join(out, 'results.jsonl'))),
  };
}

async function byStack(file: string): Promise<Measured> {
  const data = join(folder, `data-${basename(file)}`);
  const dev = await startDevProcess(data);
  const { inbox, out } = localBuckets(localClient(dev.url));
  const start = performance.now();
  await inbox.put(`inbox/${file}`, readFileSync(join(folder, file)));
  const [job = ''] = await whenDone({ inbox, out }, 1);
  const milliseconds = performance.now() - start;
  const status = readFileSync(`/proc/${dev.pid}/status`, 'utf8');
  const megabytes = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000);
  const results = (await out.get(jobKeys(job).results))?.body ?? new Uint8Array();
  await dev.stop();
  return { milliseconds, megabytes, results: resultsIn(results) };
}

function resultsIn(bytes: Uint8Array): string {
  const parts: string[] = [];
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    const {
      case: number,
      game,
      answer,
      error,
    } = JSON.parse(decoder.decode(bytes.subarray(start, end))) as Row;
    parts.push(`${number} ${game} ${answer} ${error?.rule ?? ''}`);
    start = end + 1;
  }
  return parts.join('\n');
}

async function instances(): Promise<string> {
  const games = await Promise.all(
    registry.map(async ({ name, load }) => {
      const generators = Object.values((await proofs[name]?.())?.proof.small ?? {});
      return { name, codec: (await load()).game.codec, generators };
    }),
  );
  const lines = Array.from({ length: INSTANCES }, (_, at) => {
    const { name, codec, generators } = games[at % games.length] as (typeof games)[number];
    const cases = generators[at % generators.length]?.(new Random(at)) ?? [];
    return `${JSON.stringify({ game: name, id: `${at}`, text: codec.formatCases(cases) })}\n`;
  });
  return lines.join('');
}

function queries(): string {
  const random = new Random(1);
  return `${Array.from({ length: QUERIES }, () => `${random.between(1, 1_000_000_000)}\n`).join('')}0\n`;
}

/** On a path of a thousand vertices. */
function list(): string {
  const random = new Random(1);
  const edges = Array.from({ length: 999 }, (_, at) => `${at + 1} ${at + 2} 1\n`).join('');
  const tokens = Array.from({ length: TOKENS }, () => `${random.between(100, 1_000)}`).join(' ');
  return `1000 999\n${edges}${TOKENS}\n${tokens}\n`;
}
