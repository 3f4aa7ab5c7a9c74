// The complete graph of N vertices on one thread and on two: whole process, and its peak memory.
//   npm run bench -- threads [N]
import { medians } from './measure.ts';
import { completeDag } from './published.ts';
import { solveGraph } from './solve-graph.ts';

const RUNS = 3;
const vertices = Number(process.argv[2] ?? 24);
const solves = [1, 2].map((jobs) => solveGraph(`${vertices}`, completeDag(vertices, 0), jobs));
const [one = 0, two = 0] = medians(
  solves.map(({ command }) => command),
  RUNS,
);
const [peakOne = 0, peakTwo = 0] = solves.map(({ peakMegabytes }) => peakMegabytes());
console.log(
  `complete graph, n = ${vertices}: one thread ${(one / 1000).toFixed(2)} s and ${peakOne.toFixed(0)} MB, ` +
    `two ${(two / 1000).toFixed(2)} s and ${peakTwo.toFixed(0)} MB, ${(one / two).toFixed(2)} times as fast`,
);
