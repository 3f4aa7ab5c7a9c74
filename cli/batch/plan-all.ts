import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { addTotals, type Planned, type Totals } from '../forecast/totals.ts';
import type { Former } from './former-results.ts';
import type { Instance } from './instance.ts';
import type { Instances } from './instances.ts';
import { packItems } from './packed-items.ts';
import { type PlanForm, type PlannedBatch, Planner, type PlannerData } from './planner.ts';
import type { TaskOptions } from './task.ts';

/** Instances that the calling thread plans: so many take less long than threads take to start. */
const MOST_ALONE = 2_000;

/** Instances of a batch, which take some milliseconds. */
const BATCH = 512;

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './plan-worker.ts' : './plan-worker.mjs',
  import.meta.url,
);

export interface PlanAllOptions {
  readonly task: TaskOptions;
  readonly former: Former;
  readonly jobs: number | undefined;
  readonly form: PlanForm;
  readonly explain: boolean;
  /** Each of the first instances, and whether all have come; then the others by batches. */
  readonly alone: (planned: readonly Planned[], isAll: boolean) => void;
  readonly batch: (batch: PlannedBatch) => void;
  readonly totals: Totals;
}

/** Plans all instances in their order: the first ones here, others on threads. Memory does not grow with them. */
export async function planAll(instances: Instances, options: PlanAllOptions): Promise<void> {
  const { task, former, form, explain } = options;
  const coldInstances = 2 * availableParallelism();
  const base = { task, former, form, explain, coldInstances };
  const planner = new Planner({ ...base, met: new Map(), loopSpeed: null });
  const all = instances[Symbol.iterator]();
  const first: Planned[] = [];
  let next = all.next();
  for (; !next.done && first.length < MOST_ALONE; next = all.next()) {
    first.push(await planner.plan(next.value));
  }
  options.alone(first, next.done === true);
  if (next.done === true) return;
  const { met, loopSpeed } = planner;
  const threads = new PlanThreads({ ...base, met, loopSpeed }, options);
  try {
    for (; !next.done; next = all.next()) await threads.add(next.value);
    await threads.finish();
  } finally {
    await threads.end();
  }
}

/** Threads that plan batches; what they find is handed on in order. */
class PlanThreads {
  readonly #pool: Piscina;
  readonly #options: PlanAllOptions;
  readonly #running: Promise<PlannedBatch>[] = [];
  readonly #most: number;
  #instances: Instance[] = [];

  constructor(data: PlannerData, options: PlanAllOptions) {
    const jobs = options.jobs ?? availableParallelism();
    this.#most = 2 * jobs + 1;
    this.#options = options;
    this.#pool = new Piscina({
      filename: WORKER.href,
      minThreads: jobs,
      maxThreads: jobs,
      workerData: data,
      atomics: 'disabled',
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
  }

  async add(instance: Instance): Promise<void> {
    this.#instances.push(instance);
    if (this.#instances.length === BATCH) await this.#start();
  }

  async finish(): Promise<void> {
    await this.#start();
    while (this.#running.length > 0) await this.#take();
  }

  async end(): Promise<void> {
    await this.#pool.destroy();
  }

  async #start(): Promise<void> {
    if (this.#running.length >= this.#most) await this.#take();
    const batch: Promise<PlannedBatch> = this.#pool.run(packItems(this.#instances));
    // Whoever takes it hears of a failure.
    batch.catch(() => undefined);
    this.#running.push(batch);
    this.#instances = [];
  }

  async #take(): Promise<void> {
    const batch = (await this.#running.shift()) as PlannedBatch;
    addTotals(this.#options.totals, batch.totals);
    this.#options.batch(batch);
  }
}
