import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codec } from '../core/games/dag-subgraph-count/codec.ts';
import { Random } from '../core/random/random.ts';
import { randomGraph } from '../tests/core/games/dag-subgraph-count/graphs.ts';
import type { Command } from './measure.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder('graphs');
const door = fileURLToPath(new URL('../cli/nimbus.mjs', import.meta.url));

/** Loaded before the command: leaves its peak memory in a file. */
const NOTE_PEAK = `data:text/javascript,import{writeFileSync}from'node:fs';
process.on('exit',()=>writeFileSync(process.env.NIMBUS_PEAK,''+process.resourceUsage().maxRSS))`;

/** `nimbus solve -j JOBS dag-subgraph-count` on a graph, whole process, and its peak memory after a run. */
export function solveGraph(name: string, text: string, jobs: number) {
  const file = writeGraph(name, text);
  const peak = `${file}.${jobs}.peak`;
  const hook = NOTE_PEAK.replace('process.env.NIMBUS_PEAK', JSON.stringify(peak));
  const command = solveFile(file, jobs, ['--import', encodeURI(hook)]);
  return { command, peakMegabytes: () => Number(readFileSync(peak, 'utf8')) / 1000 };
}

/** `nimbus solve -j JOBS dag-subgraph-count` on a file, whole process. */
export function solveFile(file: string, jobs: number, node: readonly string[] = []) {
  const words = [...node, door, 'solve', '-j', `${jobs}`, 'agc016f', file];
  return { name: `solve -j ${jobs}`, program: process.execPath, words } satisfies Command;
}

/** The file of a graph, for programs that read it themselves. */
export function writeGraph(name: string, text: string): string {
  const file = join(folder, `${name}.in`);
  writeFileSync(file, text);
  return file;
}

/** Each pair an edge with the same probability; for dag-subgraph-count. */
export function randomDag(vertices: number, probability: number, seed: number): string {
  return codec.formatCases([randomGraph(new Random(seed), vertices, probability)]);
}
