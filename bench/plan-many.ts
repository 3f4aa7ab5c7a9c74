// `nimbus plan` over 1,000,000 small instances in one JSON Lines file and over 10,000 small files, each
// beside `wc -l` of the same bytes: instances a second, and processor time of all threads for an instance.
//   npm run bench plan-many [-- LINES]
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../core/games/index.ts';
import { proofs } from '../core/games/proofs.ts';
import { Random } from '../core/random/random.ts';
import { median } from './measure.ts';

const RUNS = 3;
const FILES = 10_000;
/** Texts that differ; beyond them they come again. */
const TEXTS = 3_000;
const lines = Number(process.argv[2] ?? 1_000_000);
const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimbus-plan-'));

const texts = await smallTexts();
const list = join(folder, 'list.jsonl');
writeList(list);
writeFiles(join(folder, 'files'));
compare(`${lines} lines`, lines, { ours: list, theirs: `wc -l ${list}` });
const files = join(folder, 'files');
compare(`${FILES} files`, FILES, { ours: files, theirs: `find ${files} -type f -exec wc -l {} +` });
rmSync(folder, { recursive: true });

interface Text {
  readonly game: string;
  readonly text: string;
}

async function smallTexts(): Promise<readonly Text[]> {
  const games = await Promise.all(
    registry.map(async ({ name, load }) => {
      const generators = Object.values((await proofs[name]?.())?.proof.small ?? {});
      return { name, codec: (await load()).game.codec, generators };
    }),
  );
  return Array.from({ length: TEXTS }, (_, seed) => {
    const { name: game, codec, generators } = games[seed % games.length] as (typeof games)[0];
    const cases = generators[seed % generators.length]?.(new Random(seed)) ?? [];
    return { game, text: codec.formatCases(cases) };
  });
}

function writeList(path: string): void {
  const descriptor = openSync(path, 'w');
  for (let first = 0; first < lines; first += TEXTS) {
    const some = texts.slice(0, lines - first).map((each) => `${JSON.stringify(each)}\n`);
    writeSync(descriptor, some.join(''));
  }
  closeSync(descriptor);
}

function writeFiles(path: string): void {
  for (const { name } of registry) mkdirSync(join(path, name), { recursive: true });
  for (let at = 0; at < FILES; at++) {
    const { game, text } = texts[at % TEXTS] as Text;
    writeFileSync(join(path, game, `${at}.in`), text);
  }
}

interface Cost {
  readonly seconds: number;
  /** Of the processor, in all threads. */
  readonly busy: number;
}

/** What a command takes, by the clock of the shell. */
function costOf(command: string): Cost {
  const words = ['-c', `TIMEFORMAT='%R %U %S'; time ${command} >/dev/null 2>&1`];
  const { stderr } = spawnSync('bash', words, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [seconds = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number);
  return { seconds, busy: user + system };
}

function compare(
  name: string,
  instances: number,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
): void {
  const command = `${process.execPath} ${door} plan ${ours}`;
  const runs = Array.from({ length: RUNS }, () => [costOf(command), costOf(theirs)] as const);
  const [plan, count] = [0, 1].map((at) => ({
    seconds: median(runs.map((run) => (run[at] as Cost).seconds)),
    busy: median(runs.map((run) => (run[at] as Cost).busy)),
  })) as [Cost, Cost];
  const rate = Math.round(instances / plan.seconds);
  const each = ((1e6 * plan.busy) / instances).toFixed(1);
  console.log(
    `${name}: nimbus plan ${plan.seconds.toFixed(2)} s, ${rate} instances a second, ${each} µs of a core for each; ` +
      `wc -l ${count.seconds.toFixed(2)} s`,
  );
}
