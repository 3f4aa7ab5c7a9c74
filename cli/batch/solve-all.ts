import type { Finding } from '../../core/text/errors.ts';
import { errorRow, frameOf, type Row } from '../../io/results/row.ts';
import { contentOf } from './content.ts';
import type { FormerResults } from './former-results.ts';
import type { Instance } from './instance.ts';
import { type Large, turns } from './large.ts';
import type { Pool } from './pool.ts';
import type { Task, TaskItem, TaskOptions } from './task.ts';

/** Instances in a batch at the most. */
const MOST_ITEMS = 64;

/** What became of one instance. */
export interface Outcome {
  readonly instance: Instance;
  readonly rows: readonly Row[];
  readonly cached: boolean;
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
  const { jobs, stopped } = options;
  const large: Large[] = [];
  const batch: Batch = { pool, instances, options, threads: jobs > 1 ? 'later' : 1, large };
  const running = new Set<Promise<void>>();
  const start = async (items: readonly TaskItem[]) => {
    while (running.size >= 2 * jobs) await Promise.race(running);
    const done = solveBatch(items, batch);
    running.add(done);
    done.then(
      () => running.delete(done),
      () => undefined,
    );
  };
  let items: TaskItem[] = [];
  for (const [index, instance] of spread(instances, jobs).entries()) {
    if (stopped()) break;
    const item = itemToSolve(instance, options);
    if (item !== null) items.push(item);
    // Batches shrink towards the end, so that no worker ends late.
    if (items.length < Math.min(MOST_ITEMS, (instances.length - index) / (4 * jobs))) continue;
    if (items.length > 0) await start(items);
    items = [];
  }
  if (items.length > 0 && !stopped()) await start(items);
  await Promise.all(running);
  const { sideBySide, alone } = turns(large, jobs);
  await Promise.all(sideBySide.map((item) => solveBatch([item], { ...batch, threads: 1 })));
  for (const item of alone) await solveBatch([item], { ...batch, threads: jobs });
}

/** How a batch is solved, and where its large instances are handed back to. */
interface Batch {
  readonly pool: () => Pool;
  readonly instances: readonly Instance[];
  readonly options: SolveAllOptions;
  readonly threads: Task['threads'];
  readonly large: Large[];
}

/** Reports an instance at once if it is answered already or of no use; else makes it a worker's. */
function itemToSolve(
  instance: Instance,
  { former, task, report }: SolveAllOptions,
): TaskItem | null {
  const { why: _why, ...item } = instance;
  if (instance.problem !== null) {
    report([failed(instance, task, instance.problem)]);
    return null;
  }
  const formerAnswer = former.formerAnswer(instance.file);
  // Without former rows there is nothing to compare with: the worker reads the file itself.
  if (former.rows === 0) return { ...item, formerAnswer };
  const { key } = contentOf(instance, task);
  const { reason, rows } = former.lookUp(instance, key);
  if (reason !== 'cached') return { ...item, formerAnswer };
  report([{ instance, rows, cached: true }]);
  return null;
}

/**
 * Deals the instances out so that workers are at work in different places of the list: two that write
 * into one folder wait for its lock.
 */
function spread(instances: readonly Instance[], jobs: number): readonly Instance[] {
  const share = Math.ceil(instances.length / jobs);
  const order: Instance[] = [];
  for (let start = 0; start < share; start += MOST_ITEMS) {
    for (let job = 0; job < jobs; job++) {
      const first = job * share + start;
      const last = Math.min(first + MOST_ITEMS, (job + 1) * share);
      for (const instance of instances.slice(first, last)) order.push(instance);
    }
  }
  return order;
}

/** Solves a batch, on another worker again as often as one of its instances ends the worker. */
async function solveBatch(
  items: readonly TaskItem[],
  { pool, instances, options: { task, report, stopped }, threads, large }: Batch,
): Promise<void> {
  for (let todo = items; todo.length > 0 && !stopped(); ) {
    const { results, lost, again } = await pool().solve(todo, threads);
    const outcomes: Outcome[] = [];
    for (const [at, { index, rows, later }] of results.entries()) {
      if (later !== undefined) large.push({ item: todo[at] as TaskItem, milliseconds: later });
      else outcomes.push({ instance: instances[index] as Instance, rows, cached: false });
    }
    if (lost !== null) {
      outcomes.push(failed(instances[lost.item.index] as Instance, task, lost.error));
    }
    report(outcomes);
    todo = again;
  }
}

/** The outcome of an instance that no solver saw or that ended its solver. */
function failed(instance: Instance, task: TaskOptions, error: Finding): Outcome {
  const frame = frameOf(instance, contentOf(instance, task), task);
  return { instance, rows: [errorRow(frame, null, error)], cached: false };
}
