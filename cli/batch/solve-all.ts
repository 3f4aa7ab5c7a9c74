import type { Finding } from '../../core/text/errors.ts';
import { Packer, prepare, MOST_ITEMS as RUN } from './batches.ts';
import type { FormerResults } from './former-results.ts';
import type { Instance } from './instance.ts';
import type { Batch, Pool } from './pool.ts';
import { errorRow, type Row } from './rows.ts';
import type { TaskOptions } from './task.ts';

/** What became of one instance. */
export interface Outcome {
  readonly instance: Instance;
  readonly rows: readonly Row[];
  readonly cached: boolean;
  /** An answer that is there, or is expected, says otherwise. */
  readonly differs: boolean;
}

export interface SolveAllOptions {
  readonly jobs: number;
  readonly task: TaskOptions;
  readonly former: FormerResults;
  /** Called with the outcomes of some instances as soon as they are there; each comes once. */
  readonly report: (outcomes: readonly Outcome[]) => void;
  /** Asked before each instance; true ends the run early. */
  readonly stopped: () => boolean;
}

/**
 * Solves all instances: what former runs know at once, the rest in batches on the pool's workers.
 * The pool is made when the first batch is there: a run that finds everything cached needs none.
 */
export async function solveAll(
  instances: readonly Instance[],
  pool: () => Pool,
  options: SolveAllOptions,
): Promise<void> {
  const { jobs, former, task, report, stopped } = options;
  const running = new Set<Promise<void>>();
  const packer = new Packer(former, jobs);
  const start = async (batch: Batch | null) => {
    if (batch === null) return;
    while (running.size >= 2 * jobs) await Promise.race(running);
    const done = solveBatch(batch, pool(), instances, options);
    running.add(done);
    done.then(
      () => running.delete(done),
      () => undefined,
    );
  };
  const order = spread(instances, jobs);
  for (const [index, instance] of order.entries()) {
    if (stopped()) break;
    const prepared = prepare(instance, former, task);
    const { problem, reason, rows } = prepared;
    if (problem !== null) report([failed(instance, prepared, problem)]);
    else if (reason === 'cached') report([{ instance, rows, cached: true, differs: false }]);
    else await start(packer.add(prepared, instances.length - index - 1));
  }
  if (!stopped()) await start(packer.rest());
  await Promise.all(running);
}

/**
 * Deals the instances out so that workers are at work in different places of the list: two that write
 * into one folder wait for its lock.
 */
function spread(instances: readonly Instance[], jobs: number): readonly Instance[] {
  const share = Math.ceil(instances.length / jobs);
  const order: Instance[] = [];
  for (let start = 0; start < share; start += RUN) {
    for (let job = 0; job < jobs; job++) {
      const first = job * share + start;
      const last = Math.min(first + RUN, (job + 1) * share);
      for (const instance of instances.slice(first, last)) order.push(instance);
    }
  }
  return order;
}

/** Solves a batch, on another worker again as often as one of its instances ends the worker. */
async function solveBatch(
  batch: Batch,
  pool: Pool,
  instances: readonly Instance[],
  { report }: SolveAllOptions,
): Promise<void> {
  for (let todo: Batch | null = batch; todo !== null; ) {
    const { results, lost, again } = await pool.solve(todo);
    const outcomes = results.map(({ index, rows, differs }) => {
      return { instance: instances[index] as Instance, rows, cached: false, differs };
    });
    if (lost !== null) {
      outcomes.push(failed(instances[lost.item.index] as Instance, lost.item, lost.error));
    }
    report(outcomes);
    todo = again;
  }
}

/** The outcome of an instance that no solver saw or that ended its solver. */
function failed(
  instance: Instance,
  { key, sha256In }: { readonly key: string; readonly sha256In: string },
  error: Finding,
): Outcome {
  const frame = {
    instance,
    sha256In,
    key,
    method: 'published',
    millisecondsParse: 0,
    peakMegabytes: 0,
  } as const;
  return { instance, rows: [errorRow(frame, null, error)], cached: false, differs: false };
}
