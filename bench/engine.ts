// 10,000 chunks of one round through the local state machine, against the same chunks awaited by a plain
// pool of promises. The chunks run in this process: what is measured is the engine, not the workers.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { S3Store } from '../io/stores/s3-store.ts';
import { localClient } from '../local/buckets.ts';
import { startEngine } from '../local/engine/engine.ts';
import { startS3 } from '../local/s3/start.ts';
import { median } from './measure.ts';

const CHUNKS = 10_000;
const CONCURRENCY = 100;
const definition = JSON.parse(
  readFileSync(new URL('../infra/job.asl.json', import.meta.url), 'utf8'),
);
const chunks = Array.from({ length: CHUNKS }, (_, at) => at);

/** What a chunk does; `run` makes it new for each run, so that nothing is there already. */
interface Work {
  readonly name: string;
  readonly runs: number;
  readonly start: (run: number) => (chunk: number) => Promise<unknown>;
}

const folder = mkdtempSync(join(tmpdir(), 'nimbus-engine-'));
const s3 = await startS3({ folder, deliver: () => undefined });
const client = localClient(s3.url);
await client.send(new CreateBucketCommand({ Bucket: 'bench' }));
const store = new S3Store('bench', client);

const WORKS: readonly Work[] = [
  { name: 'no-op chunks', runs: 5, start: () => async () => null },
  {
    name: 'chunks with a write-once object each',
    runs: 1,
    start: (run) => async (chunk) => {
      await store.put(`r${run}/${chunk}`, `${chunk}`, { once: true });
      return null;
    },
  },
];

for (const { name, runs, start } of WORKS) {
  const times = [];
  for (let run = 0; run < runs; run++) {
    times.push({
      machine: await time(() => throughMachine(start(2 * run))),
      pool: await time(() => throughPool(start(2 * run + 1))),
    });
  }
  const machine = median(times.map((run) => run.machine));
  const pool = median(times.map((run) => run.pool));
  const share = (((machine - pool) / CHUNKS) * 1000).toFixed(0);
  console.log(
    `${CHUNKS} ${name}: state machine ${machine.toFixed(0)} ms, promise pool ${pool.toFixed(1)} ms: ${(machine / pool).toFixed(1)} times as long, ${share} µs more a chunk`,
  );
}

client.destroy();
await s3.close();
rmSync(folder, { recursive: true });

async function time(action: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

async function throughMachine(work: (chunk: number) => Promise<unknown>): Promise<void> {
  const engine = await startEngine({
    definition,
    concurrency: CONCURRENCY,
    invoke: async (name, event) => {
      const { plan, chunk } = event as { plan?: object; chunk: number };
      if (name === 'chunk') return work(chunk);
      if (name !== 'plan') return null;
      return plan === undefined
        ? { next: 'round', round: 0, chunks, left: CHUNKS, stuck: 0 }
        : { next: 'merge' };
    },
  });
  const { arn } = engine.executions.start('bench', '{"job":"bench"}');
  const { status, cause } = await engine.executions.settled(arn);
  await engine.close();
  if (status !== 'SUCCEEDED') throw new TypeError(`the execution ${status}: ${cause}`);
}

async function throughPool(work: (chunk: number) => Promise<unknown>): Promise<void> {
  const rest = chunks.values();
  const lanes = Array.from({ length: CONCURRENCY }, async () => {
    for (const chunk of rest) await work(chunk);
  });
  await Promise.all(lanes);
}
