// The inner loop of dag-subgraph-count, one multiply-add a pair of sets, on the complete graph of N vertices
// and one thread: the kernel against the same kernel with the loop taken out.
//   npm run bench -- inner-loop [N]
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileKernel, modulePath } from '../cli/kernel.ts';
import { game } from '../core/games/dag-subgraph-count/index.ts';
import { solve } from '../core/games/dag-subgraph-count/solve.ts';
import { complete } from '../tests/core/games/dag-subgraph-count/graphs.ts';
import { median, medians } from './measure.ts';
import { completeDag } from './published.ts';
import { solveGraph } from './solve-graph.ts';

const RUNS = 5;
const FOLDER = 'core/games/dag-subgraph-count';
const vertices = Number(process.argv[2] ?? 24);
const c = complete(vertices);
const pairs = game.cost(c).units?.count ?? Number.NaN;

const copy = mkdtempSync(join(tmpdir(), 'nimbus-inner-loop-'));
const withoutLoop = await solverWithoutLoop();
const times = Array.from({ length: RUNS }, () => [
  millisecondsOf(solve),
  millisecondsOf(withoutLoop),
]);
const [all = 0, outside = 0] = [0, 1].map((at) => median(times.map((both) => both[at] ?? 0)));
const [whole = 0] = medians([solveGraph(`${vertices}`, completeDag(vertices, 0), 1).command], RUNS);
rmSync(copy, { recursive: true });

const loop = all - outside;
console.log(
  `complete graph, n = ${vertices}, one thread: ${((loop * 1e6) / pairs).toFixed(3)} ns a pair in the inner loop, ` +
    `${((all * 1e6) / pairs).toFixed(3)} with everything around it; the whole process takes ` +
    `${(whole / 1000).toFixed(2)} s, ${((100 * (whole - loop)) / whole).toFixed(0)} % of it outside the loop (goal below 33 %)`,
);

function millisecondsOf(solver: (of: typeof c) => unknown): number {
  const start = performance.now();
  solver(c);
  return performance.now() - start;
}

/** The same sources with an empty loop, compiled beside a copy of all that imports them. */
async function solverWithoutLoop(): Promise<typeof solve> {
  cpSync(fileURLToPath(new URL('../core', import.meta.url)), join(copy, 'core'), {
    recursive: true,
  });
  writeFileSync(join(copy, FOLDER, 'assembly/apply.ts'), 'export function apply(): void {}\n');
  writeFileSync(join(copy, modulePath(FOLDER)), await compileKernel(FOLDER, copy));
  const url = pathToFileURL(join(copy, FOLDER, 'solve.ts')).href;
  return ((await import(url)) as { solve: typeof solve }).solve;
}
