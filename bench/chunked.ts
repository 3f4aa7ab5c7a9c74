// The complete graph of N vertices in one process, on one thread and on two, and as a job of the local
// stack, from the job's manifest to DONE.json; its functions are up, as they are after a first job of
// N − 1 vertices. In turns, and all with the same answer.
//   npm run bench -- chunked [N [CHUNK_SECONDS]]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobKeys } from '../io/keys.ts';
import { type DevProcess, startDevProcess, whenDone } from '../tests/end-to-end/dev-process.ts';
import { median } from './measure.ts';
import { completeDag } from './published.ts';
import { solveGraph } from './solve-graph.ts';

const RUNS = 3;
const vertices = Number(process.argv[2] ?? 26);
const chunkSeconds = process.argv[3] ?? '2';
const graph = completeDag(vertices, 0);
const commands = [1, 2].map((jobs) => solveGraph(`${vertices}`, graph, jobs).command);

const data = mkdtempSync(join(tmpdir(), 'nimbus-chunked-'));
const dev = await startDevProcess(data, '--chunk-seconds', chunkSeconds, '--jobs', '2');
const times: [number[], number[], number[]] = [[], [], []];
const answers = new Set<string>();
try {
  await solveAsJob(dev, 'warm', completeDag(vertices - 1, 0), 1);
  for (let run = 0; run < RUNS; run++) {
    for (const [at, { program, words = [] }] of commands.entries()) {
      const start = performance.now();
      answers.add(spawnSync(program, [...words], { encoding: 'utf8' }).stdout);
      times[at]?.push(performance.now() - start);
    }
    const job = await solveAsJob(dev, `run-${run}`, graph, run + 2);
    answers.add(job.answer);
    times[2].push(job.milliseconds);
  }
} finally {
  await dev.stop();
  rmSync(data, { recursive: true });
}

const [one, two, job] = times.map((each) => median(each) / 1000) as [number, number, number];
console.log(
  `complete graph, n = ${vertices}: one thread ${one.toFixed(2)} s, two ${two.toFixed(2)} s, ` +
    `${(one / two).toFixed(2)} times as fast (goal 1.7); as a job ${job.toFixed(2)} s, ` +
    `${(job / two).toFixed(2)} times as long (goal 1.15)`,
);
console.log(answers.size === 1 ? `all answer ${[...answers][0]?.trim()}` : 'OTHER ANSWERS');
if (answers.size !== 1) process.exitCode = 1;

/** A job from accepted to done by the clock of the store, the `count`-th that is done. */
async function solveAsJob({ buckets }: DevProcess, name: string, text: string, count: number) {
  const file = `dag-subgraph-count/${name}`;
  await buckets.inbox.put(`inbox/${file}.in`, text);
  for (const id of await whenDone(buckets, count)) {
    const { manifest, done, answer } = jobKeys(id);
    const object = await buckets.out.get(answer(`${file}.out`));
    if (object === null) continue;
    const milliseconds = (await modified(manifest, done)) ?? 0;
    return { milliseconds, answer: new TextDecoder().decode(object.body) };
  }
  throw new TypeError(`${name}: no job has its answer`);

  async function modified(from: string, to: string): Promise<number> {
    const [start, end] = await Promise.all([momentOf(from), momentOf(to)]);
    return end - start;
  }

  async function momentOf(key: string): Promise<number> {
    for await (const object of buckets.out.list(key)) return object.modified;
    throw new TypeError(`${key}: no such object`);
  }
}
