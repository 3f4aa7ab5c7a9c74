// Time against n: dag-subgraph-count on complete graphs on one thread and on two, and the published
// program with its arrays made larger up to n = 18. Whole processes, so ours contain the start of Node.
// Prints the figures and draws them anew in core/games/dag-subgraph-count/times.svg.
//   npm run bench -- time-chart
import { writeFileSync } from 'node:fs';
import { medians } from './measure.ts';
import { compileLifted, completeDag } from './published.ts';
import { solveFile, writeGraph } from './solve-graph.ts';
import { drawTimes, type Series } from './time-chart/draw.ts';

const RUNS = 3;
const SMALLEST = 8;
const LARGEST = 26;
const PUBLISHED_LARGEST = 18;
const CHART = new URL('../core/games/dag-subgraph-count/times.svg', import.meta.url);

const vertices = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, at) => SMALLEST + at);
const files = new Map(vertices.map((n) => [n, writeGraph(`${n}`, completeDag(n, 0))]));
const program = compileLifted('agc016f', '(1<<15)', `(1<<${PUBLISHED_LARGEST})`);

const measured = [
  ...[...files]
    .filter(([n]) => n <= PUBLISHED_LARGEST)
    .map(([n, input]) => ({ n, command: { name: 'published C++ program', program, input } })),
  ...solved(1, 'nimbus, one thread'),
  ...solved(2, 'nimbus, two threads'),
];
const times = medians(
  measured.map(({ command }) => command),
  RUNS,
);
const points = measured.map(({ n, command }, at) => ({
  name: command.name,
  n,
  seconds: (times[at] ?? Number.NaN) / 1000,
}));
const series: Series[] = [...Map.groupBy(points, ({ name }) => name)].map(([name, those]) => ({
  name,
  points: those,
}));

console.log(`${'n'.padStart(2)}${series.map(({ name }) => name.padStart(24)).join('')}`);
for (const n of vertices) console.log(`${`${n}`.padStart(2)}${series.map(cellAt(n)).join('')}`);
writeFileSync(CHART, drawTimes(series));

function solved(threads: number, name: string) {
  return [...files].map(([n, file]) => ({ n, command: { ...solveFile(file, threads), name } }));
}

function cellAt(n: number) {
  return ({ points }: Series) => {
    const seconds = points.find((point) => point.n === n)?.seconds;
    return (seconds === undefined ? '' : `${seconds.toFixed(3)} s`).padStart(24);
  };
}
