import type { Finding } from '../../core/text/errors.ts';
import { errorSource, rowsFrom } from '../../io/results/case-rows.ts';
import { frameOf } from '../../io/results/row.ts';
import { Batches, type BatchesOptions, type Left, type Solvers } from './batches.ts';
import { contentOf, opened } from './content.ts';
import type { Former } from './former-results.ts';
import type { Instance } from './instance.ts';
import type { Instances } from './instances.ts';
import { type Large, turns } from './large.ts';
import { solveLongFiles } from './long-file-turns.ts';
import { OwnHand } from './own-hand.ts';
import { type Piece, PieceMaker } from './piece.ts';
import type { Pool } from './pool.ts';
import { type Counts, Tally } from './tally.ts';
import type { Task, TaskOptions, TaskResult } from './task.ts';

/** Instances in a batch at the most. */
const MOST_ITEMS = 256;

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
  /** Asked for when there is work for it: a short run needs none. */
  readonly pool: () => Promise<Pool>;
  /** Called for each instance before anything is reported of it, with the name of its file. */
  readonly begin: (file: string) => void;
  /** Called with what became of some instances as soon as it is known; each comes once. */
  readonly report: (outcome: Outcome) => void;
}

/** Solves all instances: short ones here and on workers, then large ones, then long files by ranges. */
export async function solveAll(instances: Instances, options: SolveAllOptions): Promise<void> {
  const { jobs, stopped, begin } = options;
  const solving = new Solving(options);
  const batches = new Batches(solving, options);
  const count = instances.count ?? Number.POSITIVE_INFINITY;
  let dealt = 0;
  for (const instance of instances) {
    if (stopped()) break;
    begin(instance.file);
    // Batches shrink towards the end, so that no worker ends late.
    const left = count - ++dealt;
    await batches.add(instance, { enough: Math.min(MOST_ITEMS, left / (4 * jobs)), left });
  }
  await batches.dealOut();
  await batches.finish();
  await solving.solveRest();
}

/** Instances at work. */
class Solving implements Solvers {
  readonly #options: SolveAllOptions;
  readonly #threads: Task['threads'];
  readonly #ownHand: OwnHand;
  /** What is solved when all others are done. */
  readonly #large: Large[] = [];
  readonly #long: Instance[] = [];

  constructor(options: SolveAllOptions) {
    this.#options = options;
    this.#threads = options.jobs > 1 ? 'later' : 1;
    const { task, former, newFolder } = options;
    this.#ownHand = new OwnHand({ options: task, former, newFolder }, this.#threads);
  }

  async start(): Promise<void> {
    await (await this.#options.pool()).awake();
  }

  async here(items: readonly Instance[]): Promise<Left> {
    const result = await this.#ownHand.solve(items);
    const forWorker = this.#putOff(result, items);
    this.#options.report(result);
    return { rest: items.slice(result.done), forWorker };
  }

  async there(items: readonly Instance[]): Promise<void> {
    await this.#onWorker(items, this.#threads);
  }

  async solveRest(): Promise<void> {
    const { jobs } = this.#options;
    const { sideBySide, alone } = turns(this.#large, jobs);
    await Promise.all(sideBySide.map((item) => this.#onWorker([item], 1)));
    for (const item of alone) await this.#onWorker([item], jobs);
    await solveLongFiles(this.#long, this.#options);
  }

  /** Solves a batch, on another worker again as often as one of its instances ends the worker. */
  async #onWorker(items: readonly Instance[], threads: Task['threads']): Promise<void> {
    const { pool, task, report, stopped } = this.#options;
    for (let todo = items; todo.length > 0 && !stopped(); ) {
      const { result, lost, again } = await (await pool()).solve(todo, threads);
      if (result !== null) {
        this.#putOff(result, todo);
        report(result);
      }
      if (lost !== null) report(failed(lost.item, task, lost.error));
      todo = again;
    }
  }

  /** Remembers what has to wait; returns what a worker can solve now. */
  #putOff({ later }: TaskResult, items: readonly Instance[]): Instance[] {
    const forWorker: Instance[] = [];
    for (const { at, to } of later) {
      const item = items[at] as Instance;
      if (to === 'worker') forWorker.push(item);
      else if (to === 'ranges') this.#long.push(item);
      else this.#large.push({ item, ...to });
    }
    return forWorker;
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
