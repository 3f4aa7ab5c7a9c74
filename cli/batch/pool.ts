import { Piscina } from 'piscina';
import type { RangeResult } from '../../core/pipeline/ranges/ranged-file.ts';
import type { Finding } from '../../core/text/errors.ts';
import { deadlinePassed, workerDied } from '../../io/results/infrastructure.ts';
import type { Instance } from './instance.ts';
import { packItems } from './packed-items.ts';
import { type LongFile, type RangeTask, unpackRange, type Whole } from './range-task.ts';
import { CASES, ITEMS, type Task, type TaskResult, type WorkerData } from './task.ts';

/** What came back: a result, and the instance that ended its worker, with the reason. */
export interface BatchResult {
  readonly result: TaskResult | null;
  readonly lost: { readonly item: Instance; readonly error: Finding } | null;
  /** Instances that have no result and no fault: to be solved by another worker. */
  readonly again: readonly Instance[];
}

const CHECK_MILLISECONDS = 50;

/** The sources, or the bundle beside this one. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.mjs',
  import.meta.url,
);

/** Warm worker threads that can be ended in the middle of an instance. */
export class Pool {
  readonly #limit: number;
  readonly #workers: Piscina;

  /** `worker` is the module that does a Task; tests give one that misbehaves. */
  constructor(jobs: number, data: WorkerData, worker = WORKER) {
    this.#limit = data.options.budget.milliseconds;
    this.#workers = new Piscina({
      filename: worker.href,
      minThreads: jobs,
      maxThreads: jobs,
      workerData: data,
      // Without them a worker need not look at its streams after each task, which takes 10 ms to load.
      atomics: 'disabled',
      // A third of what a thread would take: rows and texts live for one task only.
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    // What fails fails its task, where it is dealt with; without a listener it would end the process.
    this.#workers.on('error', () => undefined);
  }

  /** Solves a batch on one worker; an instance past its time limit ends that worker. */
  async solve(items: readonly Instance[], threads: Task['threads'] = 1): Promise<BatchResult> {
    const begun = new Int32Array(new SharedArrayBuffer(8));
    const abort = new AbortController();
    const watch = watchProgress(begun, this.#limit, () => abort.abort());
    const task: Task = { items: packItems(items), begun, threads };
    try {
      const result: TaskResult = await this.#workers.run(task, { signal: abort.signal });
      return { result, lost: null, again: items.slice(result.done) };
    } catch (error) {
      return this.#withoutCulprit(items, (begun[ITEMS] as number) - 1, abort.signal.aborted, error);
    } finally {
      clearInterval(watch);
    }
  }

  /** Solves a range of a long file. */
  async range(task: RangeTask): Promise<RangeResult> {
    return unpackRange(await this.#workers.run(task, { name: 'solveFileRange' }));
  }

  /** Solves a long file in one piece. */
  async whole(file: LongFile): Promise<Whole> {
    return this.#workers.run(file, { name: 'solveWholeFile' });
  }

  /** SHA-256 of a long file. */
  async hash(path: string): Promise<string> {
    return this.#workers.run(path, { name: 'hashOfFile' });
  }

  /** Waits for the first worker. */
  async awake(): Promise<void> {
    await this.#workers.run(null, { name: 'awake' });
  }

  /** Ends all workers, whatever they do. */
  async end(): Promise<void> {
    await this.#workers.destroy();
  }

  #withoutCulprit(
    items: readonly Instance[],
    index: number,
    late: boolean,
    cause: unknown,
  ): BatchResult {
    const item = items[index];
    if (item === undefined || !(late || isDeath(cause))) throw cause;
    const error = late ? deadlinePassed(this.#limit) : workerDied((cause as Error).message);
    return { result: null, lost: { item, error }, again: items.filter((other) => other !== item) };
  }
}

/** Calls `late` when one case has taken longer than it may. */
function watchProgress(begun: Int32Array, limit: number, late: () => void): NodeJS.Timeout {
  let seen = 0;
  let since = performance.now();
  return setInterval(() => {
    const now = Atomics.load(begun, ITEMS) + Atomics.load(begun, CASES);
    if (now !== seen) {
      seen = now;
      since = performance.now();
    } else if (seen > 0 && performance.now() - since > limit) late();
  }, CHECK_MILLISECONDS);
}

/** Whether the worker itself is gone; any other error is a bug of ours. */
function isDeath(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code = '' } = cause as NodeJS.ErrnoException;
  return code.startsWith('ERR_WORKER') || /worker exited|Worker stopped/i.test(cause.message);
}
