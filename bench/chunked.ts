// The complete graph of N vertices in one process on two threads, and as a job of the local stack, with its
// services up, from the job's manifest to DONE.json.
//   npm run bench -- chunked [N [CHUNK_SECONDS]]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobKeys } from '../io/keys.ts';
import { startDevProcess, whenDone } from '../tests/end-to-end/dev-process.ts';
import { medians } from './measure.ts';
import { completeDag } from './published.ts';
import { solveGraph } from './solve-graph.ts';

const RUNS = 3;
const vertices = Number(process.argv[2] ?? 26);
const chunkSeconds = process.argv[3] ?? '1';
const graph = completeDag(vertices, 0);

const [alone = 0] = medians([solveGraph(`${vertices}`, graph, 2).command], RUNS);
const job = (await jobSeconds()) * 1000;
console.log(
  `complete graph, n = ${vertices}: in one process ${(alone / 1000).toFixed(2)} s, ` +
    `as a job ${(job / 1000).toFixed(2)} s, ${(job / alone).toFixed(2)} times as long`,
);

/** From job accepted to done, by the clock of the store. */
async function jobSeconds(): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'nimbus-chunked-'));
  const dev = await startDevProcess(data, '--chunk-seconds', chunkSeconds, '--jobs', '2');
  try {
    // The functions are warm, as they are after a first job.
    await dev.buckets.inbox.put('inbox/dag-subgraph-count/warm.in', completeDag(21, 0));
    await whenDone(dev.buckets, 1);
    await dev.buckets.inbox.put('inbox/dag-subgraph-count/large.in', graph);
    const jobs = await whenDone(dev.buckets, 2);
    let longest = 0;
    for (const id of jobs) {
      const { manifest, done } = jobKeys(id);
      const [from, to] = [await modified(manifest), await modified(done)];
      longest = Math.max(longest, to - from);
    }
    return longest / 1000;
  } finally {
    await dev.stop();
    rmSync(data, { recursive: true });
  }

  async function modified(key: string): Promise<number> {
    for await (const object of dev.buckets.out.list(key)) return object.modified;
    throw new TypeError(`${key}: no such object`);
  }
}
