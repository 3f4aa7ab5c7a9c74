// How well `nimbus plan` forecasts: its time for each file of the large generators against what
// `nimbus run` then takes for it (parsing and solving, in a worker as it comes), for all above 10 ms.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../core/games/index.ts';
import { proofs } from '../core/games/proofs.ts';
import type { Row } from '../io/results/row.ts';
import { writeGenerated } from './published.ts';

const SHORTEST = 10;
const FACTOR = 3;
const SEEDS = [1, 2, 3];
const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimbus-cost-'));

for (const { name } of registry) {
  mkdirSync(join(folder, 'in', name), { recursive: true });
  for (const generator of Object.keys((await proofs[name]?.())?.proof.large ?? {})) {
    for (const seed of SEEDS) {
      await writeGenerated(
        name,
        generator,
        seed,
        join(folder, `in/${name}/${generator}-${seed}.in`),
      );
    }
  }
}

const planned = JSON.parse(
  nimbus('plan', join(folder, 'in'), '-o', join(folder, 'out'), '--json'),
) as {
  instances: readonly { file: string; milliseconds: number }[];
};
nimbus('run', join(folder, 'in'), '-o', join(folder, 'out'), '-q');
const measured = measuredTimes();
let counted = 0;
let within = 0;
for (const { file, milliseconds } of planned.instances) {
  const time = measured.get(file) ?? 0;
  if (time < SHORTEST) continue;
  const ratio = milliseconds / time;
  const good = ratio < FACTOR && ratio > 1 / FACTOR;
  counted++;
  if (good) within++;
  console.log(
    `${file.padEnd(58)} ${time.toFixed(0).padStart(6)} ms, forecast ${milliseconds.toFixed(0).padStart(6)} ms` +
      `${ratio.toFixed(2).padStart(8)}${good ? '' : '   off'}`,
  );
}
console.log(`${within} of ${counted} instances above ${SHORTEST} ms within a factor of ${FACTOR}`);
rmSync(folder, { recursive: true });

function nimbus(...words: string[]): string {
  const { stdout } = spawnSync(process.execPath, [door, ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return stdout;
}

function measuredTimes(): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const line of readFileSync(join(folder, 'out/results.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)) {
    const { file, case: number, ms_parse, ms_solve } = JSON.parse(line) as Row;
    times.set(file, (times.get(file) ?? 0) + ms_solve + (number === 1 ? ms_parse : 0));
  }
  return times;
}
