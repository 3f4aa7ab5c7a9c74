// dag-subgraph-count on the complete graph of N vertices as a job in the cloud: cut as a job is cut, a
// sample of its parts solved here and their reads counted, the rounds simulated on 1 to 1,000 functions.
// Whatever shares the core during a run moves its seconds by up to a third, all of a graph alike.
//   npm run bench -- simulation [N…]

import { BYTES_PER_SECOND, COLD_START_SECONDS, PLAN_SECONDS } from '../cli/forecast/cloud.ts';
import { DEFAULT_BUDGET } from '../core/pipeline/budget.ts';
import { SLICE, seal, slicesOf, unseal } from '../functions/job/sealed.ts';
import { MOST_RESERVED } from '../infra/settings.ts';
import { median, timeOnce } from './measure.ts';
import { completeDag } from './published.ts';
import * as cloud from './simulation/cloud.ts';
import { type Cut, completeGraph, cutOf, type Graph } from './simulation/cuts.ts';
import { cpuSeconds, type Measured, measure, secondsOf, wholeOf } from './simulation/rates.ts';
import { StoredSlices } from './simulation/stored-slices.ts';
import { solveGraph } from './solve-graph.ts';

const WORKERS = [1, 10, 100, 1000];
/** Seconds of a chunk; 180 are what is deployed. */
const AIMS = [1, 3, 10, 30, 60, 180];
/** Solved for real too, to compare. */
const MOST_SOLVED = 26;
const RUNS = 3;
const SEALED = 2 ** 26;

const asked = process.argv.slice(2).map(Number);
const sealing = sealingSpeeds();
printConstants();
for (const vertices of asked.length > 0 ? asked : [26, 28, 30, 32]) simulate(vertices);

interface Row {
  readonly workers: number;
  readonly aim: number;
  readonly cut: Cut;
  readonly outcome: cloud.Outcome;
}

function simulate(vertices: number): void {
  const graph = completeGraph(vertices);
  const cuts = new Map(AIMS.map((aim) => [aim, cutOf(graph, aim)]));
  const measured = measure(graph, [...cuts.values()]);
  const whole = wholeOf(measured, graph);
  printMeasured(graph, measured, whole);
  if (vertices <= MOST_SOLVED) compare(vertices, whole.seconds);
  const rows = AIMS.flatMap((aim) => {
    const cut = cuts.get(aim) ?? null;
    const run = runnerOf(graph, measured, cut);
    return WORKERS.map((workers): Row => ({ workers, aim, cut, outcome: run(workers) }));
  });
  printRows(rows, whole.seconds);
}

/** Simulates a cut on a number of workers. */
function runnerOf(graph: Graph, measured: Measured, cut: Cut): (workers: number) => cloud.Outcome {
  const tableBytes = graph.cells * Uint32Array.BYTES_PER_ELEMENT;
  if (cut === null) {
    const { seconds } = wholeOf(measured, graph);
    return () => cloud.wholeOutcome(seconds, tableBytes);
  }
  const work = { stages: cut, slices: new StoredSlices(graph, cut), tableBytes };
  const seconds = new Map(cut.flat().map((part) => [part, secondsOf(measured, graph, part)]));
  const speeds: cloud.Speeds = {
    ...sealing,
    seconds: (part) => seconds.get(part) ?? Number.NaN,
  };
  return (workers) => new cloud.Simulation(speeds, work, workers).run();
}

/** Seconds a byte. */
function sealingSpeeds(): { readonly sealSeconds: number; readonly unsealSeconds: number } {
  const content = new Uint8Array(SEALED).map((_, at) => Math.imul(at, 0x9e3779b1) >>> 24);
  const slices = slicesOf({ start: 0, end: SEALED });
  let sealed: Uint8Array = content;
  const sealSeconds = cpuSeconds(() => {
    sealed = seal('bench', content);
  });
  const unsealSeconds = cpuSeconds(() => {
    for (const [at, data] of unseal('bench', slices, SEALED, sealed)?.entries() ?? [])
      content.set(data, at * SLICE);
  });
  return { sealSeconds: sealSeconds / SEALED, unsealSeconds: unsealSeconds / SEALED };
}

function printConstants(): void {
  const { MAP_START_SECONDS, STARTS_PER_SECOND } = cloud;
  const megabytes = (seconds: number) => `${(1 / seconds / 1e6).toFixed(0)} MB/s`;
  console.log(
    `Not measured on AWS: solving, sealing (${megabytes(sealing.sealSeconds)}) and unsealing ` +
      `(${megabytes(sealing.unsealSeconds)}) are those of one core of this machine. Taken from others ` +
      `or assumed: a round ${PLAN_SECONDS} s of plan and ${MAP_START_SECONDS} s until its Map starts, ` +
      `${STARTS_PER_SECOND} chunks started a second, a cold start ${COLD_START_SECONDS} s, ` +
      `${BYTES_PER_SECOND / 1e6} MB/s to and from storage, ${cloud.REQUEST_SECONDS} s a request. An account reserves ` +
      `${MOST_RESERVED} functions at most by default.`,
  );
}

function printMeasured(
  { vertices, cells }: Graph,
  { strata }: Measured,
  { seconds, error }: { readonly seconds: number; readonly error: number },
): void {
  const rates = strata.flatMap((stratum) => stratum.rates);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const bytes = cells * Uint32Array.BYTES_PER_ELEMENT;
  const refused = bytes > DEFAULT_BUDGET.bytes ? ', which a job refuses as it is' : '';
  console.log(
    `\nn = ${vertices}: a table of ${(bytes / 1e9).toFixed(2)} GB${refused}; functions of ` +
      `${cloud.memoryFor(bytes)} MiB\n${rates.length} parts solved in ${strata.length} strata, ` +
      `${least.toFixed(3)} to ${most.toFixed(3)} ns a pair, median ${median(rates).toFixed(3)}\n` +
      `in one process on one core ${seconds.toFixed(1)} s ` +
      `± ${((100 * error) / seconds).toFixed(1)} % by the spread inside of strata, estimated`,
  );
}

/** Against `nimbus solve` without what it takes to start. */
function compare(vertices: number, estimated: number): void {
  const real = solveGraph(`${vertices}`, completeDag(vertices, 0), 1).command;
  const small = solveGraph('small', completeDag(14, 0), 1).command;
  const times = Array.from({ length: RUNS }, () => (timeOnce(real) - timeOnce(small)) / 1000);
  // Others on the machine only make it longer.
  const least = Math.min(...times);
  console.log(
    `by nimbus solve -j 1 ${least.toFixed(2)} s, the least of ${RUNS} (up to ` +
      `${Math.max(...times).toFixed(2)} s); estimated / measured ${(estimated / least).toFixed(2)}`,
  );
}

/** The best aim for each number of workers. */
function printRows(rows: readonly Row[], wholeSeconds: number): void {
  const titles = ['workers', 'aim s', 'chunks', 'rounds', 'read GB', 'requests'];
  const times = ['solving s', 'longest s', 'merge s', 'makespan s', 'efficiency', 'GB-s'];
  console.log(line([...titles, ...times]));
  for (const workers of WORKERS) {
    const own = rows.filter((row) => row.workers === workers);
    const best = own.reduce((a, b) => (b.outcome.seconds < a.outcome.seconds ? b : a));
    const { aim, cut, outcome } = best;
    const efficiency = wholeSeconds / (workers * outcome.seconds);
    const cells = [
      workers,
      aim,
      cut?.flat().length ?? 1,
      cut?.length ?? 1,
      (outcome.bytesRead / 1e9).toFixed(2),
      outcome.requests,
      outcome.computeSeconds.toFixed(1),
      outcome.longestSeconds.toFixed(1),
      outcome.mergeSeconds.toFixed(1),
      outcome.seconds.toFixed(1),
      `${(100 * efficiency).toFixed(1)} %`,
      outcome.gigabyteSeconds.toFixed(0),
    ];
    console.log(line(cells));
  }
}

function line(cells: readonly (string | number)[]): string {
  return cells.map((cell) => `${cell}`.padStart(11)).join('');
}
