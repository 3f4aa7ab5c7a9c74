import type { Finding } from '../../core/text/errors.ts';
import { errorSource, rowsFrom } from '../../io/results/case-rows.ts';
import { frameOf } from '../../io/results/row.ts';
import { Batches, type BatchesOptions } from './batches.ts';
import { contentOf, opened } from './content.ts';
import { Deliverer } from './delivery.ts';
import { type Former, FormerResults } from './former-results.ts';
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
  /** Workers start already, since there is work for all of them. */
  readonly isPoolAhead: boolean;
  /** Asked for when there is work for it: a short run needs none. */
  readonly pool: () => Promise<Pool>;
  /** Called for each instance before anything is reported of it, with the name of its file. */
  readonly begin: (file: string) => void;
  /** Called with what became of some instances as soon as it is known; each comes once. */
  readonly report: (outcome: Outcome) => void;
  /** Asked before each instance; true ends the run early. */
  readonly stopped: () => boolean;
}

/** Solves all instances: the first ones here, as long as no worker is there, the rest in batches on the pool's workers. */
export async function solveAll(instances: Instances, options: SolveAllOptions): Promise<void> {
  const { jobs, stopped, begin } = options;
  const solving = new Solving(options);
  const batches = new Batches((items) => solving.onWorker(items), options);
  const { count } = instances;
  let dealt = 0;
  for (const instance of instances) {
    if (stopped()) break;
    begin(instance.file);
    dealt++;
    // Of lines nobody knows how many there are: as many as there were.
    const left = count === null ? dealt : count - dealt;
    if (await solving.here(instance, left)) continue;
    // Batches shrink towards the end, so that no worker ends late.
    const enough = count === null ? MOST_ITEMS : left / (4 * jobs);
    await batches.add(instance, Math.min(MOST_ITEMS, enough));
  }
  if (!stopped()) await batches.startRest();
  await batches.finish();
  await solving.solveRest();
}

/** Instances at work. */
class Solving {
  readonly #options: SolveAllOptions;
  readonly #threads: Task['threads'];
  readonly #ownHand: OwnHand | null;
  #deliverer: Deliverer | null = null;
  /** What is solved when all others are done. */
  readonly #large: Large[] = [];
  readonly #long: Instance[] = [];

  constructor(options: SolveAllOptions) {
    this.#options = options;
    this.#threads = options.jobs > 1 ? 'later' : 1;
    this.#ownHand = options.isPoolAhead ? null : this.#newHand();
  }

  /** True for an instance that is dealt with by this thread, or put off. */
  async here(item: Instance, left: number): Promise<boolean> {
    const result = (await this.#ownHand?.take(item, left)) ?? null;
    if (result === null) return false;
    this.#options.report(result);
    return this.#putOff(result, [item]).length === 0;
  }

  /** Solves a batch, on another worker again as often as one of its instances ends the worker. */
  async onWorker(items: readonly Instance[], threads = this.#threads): Promise<void> {
    const { pool, report, stopped } = this.#options;
    for (let todo = items; todo.length > 0 && !stopped(); ) {
      const { result, lost, again } = await (await pool()).solve(todo, threads);
      if (result !== null) {
        this.#putOff(result, todo);
        report(result);
      }
      if (lost !== null) report(this.#failed(lost.item, lost.error));
      todo = again;
    }
  }

  /** Solves the large ones, then the long ones. */
  async solveRest(): Promise<void> {
    const { jobs } = this.#options;
    const { sideBySide, alone } = turns(this.#large, jobs);
    await Promise.all(sideBySide.map((item) => this.onWorker([item], 1)));
    for (const item of alone) await this.onWorker([item], jobs);
    await solveLongFiles(this.#long, this.#options);
  }

  #newHand(): OwnHand {
    const { task, former, newFolder, pool } = this.#options;
    const start = async () => (await pool()).awake();
    return new OwnHand({ options: task, former, newFolder, threads: this.#threads, start });
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

  /** The outcome of an instance that ended its solver. */
  #failed(item: Instance, error: Finding): Outcome {
    const { task, former, newFolder } = this.#options;
    this.#deliverer ??= new Deliverer({ options: task, newFolder }, new FormerResults(former));
    const instance = opened(item);
    const delivery = this.#deliverer.withdraw(instance);
    const frame = { ...frameOf(instance, contentOf(instance, task), task), delivery };
    const source = errorSource(frame, null, error);
    const pieces = new PieceMaker();
    pieces.add(item.index, source);
    const tally = new Tally();
    tally.add({ rows: rowsFrom(source), cached: false });
    return { pieces: pieces.finish(), counts: tally.counts };
  }
}
