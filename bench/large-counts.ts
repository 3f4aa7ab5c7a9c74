// dag-subgraph-count past the published limit: complete graphs against the published program at n = 18,
// its arrays made larger; random graphs against the complete one. Whole processes.
//   npm run bench -- large-counts
import { median, medians, timeOnce } from './measure.ts';
import { compileLifted, completeDag } from './published.ts';
import { randomDag, solveGraph, writeGraph } from './solve-graph.ts';

const RUNS = 3;
const GRAPHS = 10;
const THREADS = 2;

const program = compileLifted('agc016f', '(1<<15)', '(1<<18)');
const input = writeGraph('published', completeDag(18, 0));
const small = solveGraph('18', completeDag(18, 0), THREADS);
const middle = solveGraph('24', completeDag(24, 0), THREADS);
const [published = 0, ours18 = 0, ours24 = 0] = medians(
  [{ name: 'published', program, input }, small.command, middle.command],
  RUNS,
);
const large = solveGraph('26', completeDag(26, 0), THREADS);
const ours26 = timeOnce(large.command);

console.log(`complete graphs, ${THREADS} threads       time    to published n = 18`);
line('published program, n = 18', published, '');
line('n = 18', ours18, `${(published / ours18).toFixed(0)} times as fast (goal 40)`);
line('n = 24', ours24, `${(ours24 / published).toFixed(2)} of its time (goal 0.5)`);
line('n = 26', ours26, `${(ours26 / published).toFixed(2)} of its time (goal 2)`);
console.log(`peak memory at n = 26: ${large.peakMegabytes().toFixed(0)} MB (goal 1000)`);

const complete = median(
  Array.from({ length: RUNS }, () => timeOnce(solveGraph('24', completeDag(24, 0), 1).command)),
);
console.log(`\nrandom graphs, n = 24, one thread; complete ${(complete / 1000).toFixed(2)} s`);
for (const [probability, goal] of [
  [0.2, 3],
  [0.5, 1.3],
] as const) {
  const times = Array.from({ length: GRAPHS }, (_, seed) =>
    timeOnce(solveGraph('random', randomDag(24, probability, seed), 1).command),
  );
  const faster = complete / median(times);
  line(
    `probability ${probability}`,
    median(times),
    `${faster.toFixed(2)} times as fast (goal ${goal})`,
  );
}

function line(name: string, milliseconds: number, ratio: string): void {
  console.log(
    `${name.padEnd(30)}${`${(milliseconds / 1000).toFixed(2)} s`.padStart(9)}   ${ratio}`,
  );
}
