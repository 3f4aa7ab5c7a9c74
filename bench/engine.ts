// 10,000 chunks of one round through the local state machine, against the same chunks awaited by a plain
// pool of promises. The chunks run in this process: what is measured is the engine, not the workers.
import { readFileSync } from 'node:fs';
import { startEngine } from '../local/engine/engine.ts';
import { median } from './measure.ts';

const CHUNKS = 10_000;
const CONCURRENCY = 100;
const RUNS = 5;
const definition = JSON.parse(
  readFileSync(new URL('../infra/job.asl.json', import.meta.url), 'utf8'),
);
const chunks = Array.from({ length: CHUNKS }, (_, at) => at);

/** What a chunk does; `run` makes it new for each run, so that nothing is there already. */
interface Work {
  readonly name: string;
  readonly start: (run: number) => (chunk: number) => Promise<unknown>;
}

const WORKS: readonly Work[] = [{ name: 'no-op chunks', start: () => async () => null }];

for (const { name, start } of WORKS) {
  const times = [];
  for (let run = 0; run < RUNS; run++) {
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
      return plan === undefined ? { next: 'round', round: 0, chunks } : { next: 'merge' };
    },
  });
  const { arn } = engine.executions.start('bench', '{"job":"bench"}');
  const { status, cause } = await engine.executions.settled(arn);
  await engine.close();
  if (status !== 'SUCCEEDED') throw new Error(`the execution ${status}: ${cause}`);
}

async function throughPool(work: (chunk: number) => Promise<unknown>): Promise<void> {
  const rest = chunks.values();
  const lanes = Array.from({ length: CONCURRENCY }, async () => {
    for (const chunk of rest) await work(chunk);
  });
  await Promise.all(lanes);
}
