// A million small instances of all games in one JSON Lines file: `nimbus run`, a second run that finds them
// all, and `nimbus plan`: instances a second of the whole process less its start, and its peak memory.
//   npm run bench -- json-lines [INSTANCES]
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../core/games/index.ts';
import { proofs } from '../core/games/proofs.ts';
import { Random } from '../core/random/random.ts';
import { medians, NODE } from './measure.ts';
import { runWithPeak } from './peak.ts';

const PER_GAME = 500;
const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimbus-lines-'));
const file = join(folder, 'many.jsonl');
const instances = await writeLines(Number(process.argv[2] ?? 1_000_000));
const [start = 0] = medians([NODE], 3);
const out = join(folder, 'out');
measure('run', ['run', file, '-o', out, '-q']);
measure('run again, all found', ['run', file, '-o', out, '-q']);
measure('plan', ['plan', file, '--json']);
rmSync(folder, { recursive: true });

function measure(name: string, words: readonly string[]): void {
  const { seconds, bytes, status } = runWithPeak([door, ...words]);
  if (status !== 0) throw new RangeError(`${name}: found exit code ${status}, allowed 0`);
  const own = seconds - start / 1000;
  const rate = Math.round(instances / own);
  const peak = Math.round(bytes / 1e6);
  console.log(
    `${name.padEnd(22)}${instances} instances, ${own.toFixed(1)} s: ${rate} a second, peak ${peak} MB`,
  );
}

/** Some thousand instances of all games, again and again under other names; how many there are. */
async function writeLines(wanted: number): Promise<number> {
  const texts: { readonly game: string; readonly text: string }[] = [];
  for (const { name, load } of registry) {
    const { codec } = (await load()).game;
    const generators = Object.values((await proofs[name]?.())?.proof.small ?? {});
    for (let seed = 0; seed < PER_GAME; seed++) {
      const generate = generators[seed % generators.length];
      texts.push({ game: name, text: codec.formatCases(generate?.(new Random(seed)) ?? []) });
    }
  }
  for (let written = 0; written < wanted; written += texts.length) {
    const some = texts.slice(0, wanted - written);
    const lines = some.map((each, at) => JSON.stringify({ id: `i${written + at}`, ...each }));
    appendFileSync(file, `${lines.join('\n')}\n`);
  }
  return wanted;
}
