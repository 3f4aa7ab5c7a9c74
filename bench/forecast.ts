// How well `nimbus plan` forecasts counts of edge subsets, by its calibration of this machine: its time for
// complete graphs and for random ones against what `nimbus run -j 1` then takes (reading and solving), the
// median of nine copies of each random graph, for the shortest are solved before their code is compiled.
//   npm run bench -- forecast
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from '../io/results/row.ts';
import { median } from './measure.ts';
import { completeDag } from './published.ts';
import { randomDag } from './solve-graph.ts';

const COMPLETE = [22, 23, 24, 25, 26];
const VERTICES = 24;
const SEEDS = 10;
const COPIES = 9;
const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nimbus-forecast-'));
const game = join(folder, 'in/dag-subgraph-count');

/** How far the longer of the two times may be from the shorter. */
const allowed = new Map<string, number>();
mkdirSync(game, { recursive: true });
for (const n of COMPLETE) add(`complete-${n}`, completeDag(n, 0), { factor: 1.25, copies: 1 });
for (const probability of [0.2, 0.5]) {
  for (let seed = 0; seed < SEEDS; seed++) {
    const text = randomDag(VERTICES, probability, seed);
    add(`random-${probability}-${seed}`, text, { factor: 2, copies: COPIES });
  }
}

const planned = planOf();
nimbus('run', join(folder, 'in'), '-o', join(folder, 'out'), '-q', '-j', '1');
const measured = timesOfRun();
let within = 0;
for (const [name, factor] of allowed) {
  const { milliseconds, units } = planned.get(name) as Planned;
  const time = median(measured.get(name) ?? []);
  const ratio = milliseconds / time;
  const good = ratio < factor && ratio > 1 / factor;
  if (good) within++;
  console.log(
    `${name.padEnd(15)}${`${units?.count.toFixed(0)} pairs`.padStart(20)} ± ${(100 * (units?.error ?? 0)).toFixed(1)} %` +
      `${`${time.toFixed(1)} ms`.padStart(13)}, forecast ${`${milliseconds.toFixed(1)} ms`.padStart(12)}` +
      `${ratio.toFixed(2).padStart(7)}${good ? '' : `   not within ${factor}`}`,
  );
}
console.log(`${within} of ${allowed.size} within 1.25 for complete graphs and 2 for random ones`);
rmSync(folder, { recursive: true });

function add(
  name: string,
  text: string,
  { factor, copies }: { readonly factor: number; readonly copies: number },
): void {
  for (let copy = 1; copy <= copies; copy++) writeFileSync(join(game, `${name}.${copy}.in`), text);
  allowed.set(name, factor);
}

function nameOf(file: string): string {
  return basename(file).replace(/\.\d+\.in$/, '');
}

interface Planned {
  readonly file: string;
  readonly milliseconds: number;
  readonly units: { readonly count: number; readonly error: number } | null;
}

function planOf(): ReadonlyMap<string, Planned> {
  const text = nimbus('plan', join(folder, 'in'), '-o', join(folder, 'out'), '--json');
  const { instances } = JSON.parse(text) as { instances: readonly Planned[] };
  return new Map(instances.map((each) => [nameOf(each.file), each]));
}

function timesOfRun(): ReadonlyMap<string, number[]> {
  const times = new Map<string, number[]>();
  for (const line of readFileSync(join(folder, 'out/results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')) {
    const { file, ms_parse, ms_solve } = JSON.parse(line) as Row;
    times.set(nameOf(file), [...(times.get(nameOf(file)) ?? []), ms_parse + ms_solve]);
  }
  return times;
}

function nimbus(...words: string[]): string {
  return execFileSync(process.execPath, [door, ...words], { encoding: 'utf8', maxBuffer: 1 << 28 });
}
