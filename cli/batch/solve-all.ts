import type { Finding } from '../../core/text/errors.ts';
import { errorSource, rowsFrom } from '../../io/results/case-rows.ts';
import { frameOf } from '../../io/results/row.ts';
import { Batches, type BatchesOptions } from './batches.ts';
import { contentOf, opened, openedUpTo } from './content.ts';
import { type Former, FormerResults } from './former-results.ts';
import type { Instance } from './instance.ts';
import type { Instances } from './instances.ts';
import { type Large, turns } from './large.ts';
import { solveLongFiles } from './long-file-turns.ts';
import { LONG_BYTES } from './long-files.ts';
import { type Piece, PieceMaker } from './piece.ts';
import type { Pool } from './pool.ts';
import { type Counts, Tally } from './tally.ts';
import type { Task, TaskOptions } from './task.ts';

/** Instances in a batch at the most. */
const MOST_ITEMS = 64;

/** What became of some instances. */
export interface Outcome {
  readonly pieces: readonly Piece[];
  readonly counts: Counts;
}

export interface SolveAllOptions extends BatchesOptions {
  readonly task: TaskOptions;
  readonly former: Former;
  /** A folder that was not there before the run, with a slash: all in it is of our making. */
  readonly newFolder: string | null;
  /** Asked for when the first batch is there: a small run that finds everything cached needs none. */
  readonly pool: () => Pool;
  /** Called for each instance before anything is reported of it, with the name of its file. */
  readonly begin: (file: string) => void;
  /** Called with what became of some instances as soon as it is known; each comes once. */
  readonly report: (outcome: Outcome) => void;
  /** Asked before each instance; true ends the run early. */
  readonly stopped: () => boolean;
}

/** Solves all instances: the first ones that former runs know at once, the rest in batches on the pool's workers. */
export async function solveAll(instances: Instances, options: SolveAllOptions): Promise<void> {
  const { jobs, stopped, begin } = options;
  const large: Large[] = [];
  const long: Instance[] = [];
  const batch: Batch = { options, threads: jobs > 1 ? 'later' : 1, large, long };
  const batches = new Batches((items) => solveBatch(items, batch), options);
  const recall = new Recall(options);
  const { count } = instances;
  let dealt = 0;
  for (const instance of dealtOut(instances, jobs)) {
    if (stopped()) break;
    begin(instance.file);
    dealt++;
    if (recall.takes(instance)) continue;
    // Batches shrink towards the end, so that no worker ends late.
    const left = count === null ? Number.POSITIVE_INFINITY : count - dealt;
    await batches.add(instance, Math.min(MOST_ITEMS, left / (4 * jobs)));
  }
  recall.finish();
  if (!stopped()) await batches.startRest();
  await batches.finish();
  const { sideBySide, alone } = turns(large, jobs);
  await Promise.all(sideBySide.map((item) => solveBatch([item], { ...batch, threads: 1 })));
  for (const item of alone) await solveBatch([item], { ...batch, threads: jobs });
  await solveLongFiles(long, options);
}

/** Files of their own in a spread order; lines, which have no answer files, as they stand. */
function dealtOut(instances: Instances, jobs: number): Iterable<Instance> {
  return instances.count === null ? instances : spread([...instances], jobs);
}

/**
 * Deals the instances out so that workers are at work in different places of the list: two that write
 * into one folder wait for its lock.
 */
function* spread(instances: readonly Instance[], jobs: number): Generator<Instance> {
  const share = Math.ceil(instances.length / jobs);
  for (let start = 0; start < share; start += MOST_ITEMS) {
    for (let job = 0; job < jobs; job++) {
      const first = job * share + start;
      const last = Math.min(first + MOST_ITEMS, (job + 1) * share);
      yield* instances.slice(first, last);
    }
  }
}

/** Instances that are looked up before workers are started for it. */
const MOST_RECALLED = 256;

/** The first instances of a run as far as former runs have answered them: there may be no others. */
class Recall {
  readonly #known: FormerResults;
  readonly #options: SolveAllOptions;
  readonly #pieces = new PieceMaker();
  readonly #tally = new Tally();
  #isAtIt: boolean;

  constructor(options: SolveAllOptions) {
    this.#known = new FormerResults(options.former);
    this.#options = options;
    this.#isAtIt = !this.#known.isEmpty;
  }

  /** True for an instance that is answered, as were all before it. */
  takes(instance: Instance): boolean {
    if (!this.#isAtIt || this.#tally.counts.instances >= MOST_RECALLED) return false;
    const read = openedUpTo(instance, LONG_BYTES);
    if (read === null) {
      this.#isAtIt = false;
      return false;
    }
    const { key, problem } = contentOf(read, this.#options.task);
    const { reason, rows, place } = this.#known.lookUp(read, key);
    this.#isAtIt = problem === null && reason === 'cached';
    if (!this.#isAtIt) return false;
    if (place === null) this.#pieces.addCached(instance.index, rows);
    else this.#pieces.addFormer(instance.index, place);
    this.#tally.add({ rows, cached: true, bytes: read.size });
    return true;
  }

  finish(): void {
    const { counts } = this.#tally;
    if (counts.instances > 0) this.#options.report({ pieces: this.#pieces.finish(), counts });
  }
}

/** How a batch is solved, and where its large instances are handed back to. */
interface Batch {
  readonly options: SolveAllOptions;
  readonly threads: Task['threads'];
  readonly large: Large[];
  readonly long: Instance[];
}

/** Solves a batch, on another worker again as often as one of its instances ends the worker. */
async function solveBatch(
  items: readonly Instance[],
  { options: { pool, task, report, stopped }, threads, large, long }: Batch,
): Promise<void> {
  for (let todo = items; todo.length > 0 && !stopped(); ) {
    const { result, lost, again } = await pool().solve(todo, threads);
    for (const { at, milliseconds } of result?.later ?? []) {
      const item = todo[at] as Instance;
      if (milliseconds === null) long.push(item);
      else large.push({ item, milliseconds });
    }
    if (result !== null) report(result);
    if (lost !== null) report(failed(lost.item, task, lost.error));
    todo = again;
  }
}

/** The outcome of an instance that ended its solver. */
function failed(item: Instance, task: TaskOptions, error: Finding): Outcome {
  const instance = opened(item);
  const source = errorSource(frameOf(instance, contentOf(instance, task), task), null, error);
  const pieces = new PieceMaker();
  pieces.add(item.index, source);
  const tally = new Tally();
  tally.add({ rows: rowsFrom(source), cached: false });
  return { pieces: pieces.finish(), counts: tally.counts };
}
