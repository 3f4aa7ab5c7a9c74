import type { Instance } from './instance.ts';
import { Pace } from './pace.ts';

/** When batches are started. */
export interface BatchesOptions {
  /** Threads that may be at work, this one among them. */
  readonly jobs: number;
  /** Asked before each batch: true as long as others should end before it. */
  readonly isFull: () => boolean;
  /** True ends the run early. */
  readonly stopped: () => boolean;
}

/** Who solves a batch. */
export interface Solvers {
  /** This thread, for some milliseconds. */
  readonly here: (items: readonly Instance[]) => Promise<Left>;
  /** A worker. */
  readonly there: (items: readonly Instance[]) => Promise<void>;
  /** Starts workers, and waits for the first one. */
  readonly start: () => Promise<void>;
}

/** What this thread leaves of a batch. */
export interface Left {
  readonly rest: readonly Instance[];
  /** Those that would keep it for too long. */
  readonly forWorker: readonly Instance[];
}

/**
 * Milliseconds of work for which it is worth to start workers: they take some 150, and as much again until
 * their code is warm. Instances that take less than LONG are mostly work of the file system, at which two threads
 * are hardly faster, and those to come are two to three times as fast as the first ones.
 */
const WORTH_WORKERS = { ofLong: 400, ofShort: 12_000 };
const LONG = 2;

/**
 * Deals out batches as they fill. This thread solves what is short, alone as long as the rest is not worth
 * a worker, then beside one worker less than there are jobs.
 */
export class Batches {
  readonly #solvers: Solvers;
  readonly #options: BatchesOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #pace = new Pace();
  #items: Instance[] = [];
  #workers: 'none' | 'starting' | 'awake' = 'none';

  constructor(solvers: Solvers, options: BatchesOptions) {
    this.#solvers = solvers;
    this.#options = options;
  }

  /** Adds an instance, and deals out the batch where it has `enough`; so many are `left` behind it. */
  async add(item: Instance, { enough, left }: { enough: number; left: number }): Promise<void> {
    this.#items.push(item);
    if (this.#items.length >= enough) await this.dealOut(left);
  }

  /** Deals out what was added so far. */
  async dealOut(left = 0): Promise<void> {
    const { jobs, isFull, stopped } = this.#options;
    let rest: readonly Instance[] = this.#items;
    this.#items = [];
    while (rest.length > 0 && !stopped()) {
      const busy = this.#running.size;
      if (busy >= jobs || (busy > 0 && isFull())) await Promise.race(this.#running);
      else if (this.#workers === 'awake' && busy < jobs - 1) return this.#give(rest);
      else rest = await this.#solveHere(rest, left);
    }
  }

  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #solveHere(items: readonly Instance[], left: number): Promise<readonly Instance[]> {
    const start = performance.now();
    const { rest, forWorker } = await this.#solvers.here(items);
    this.#pace.add(items.length - rest.length, performance.now() - start);
    if (forWorker.length > 0) this.#give(forWorker);
    else if (this.#isWorthWorkers(rest.length + left)) this.#startWorkers();
    // What workers have sent comes in, and so do signals.
    await new Promise(setImmediate);
    return rest;
  }

  /** Whether so many more instances are. */
  #isWorthWorkers(instances: number): boolean {
    const { each } = this.#pace;
    if (each === null) return false;
    const { ofLong, ofShort } = WORTH_WORKERS;
    return instances * each > (each > LONG ? ofLong : ofShort / this.#options.jobs);
  }

  #give(items: readonly Instance[]): void {
    this.#startWorkers();
    const done = this.#solvers.there(items);
    this.#running.add(done);
    done.then(
      () => this.#running.delete(done),
      () => undefined,
    );
  }

  #startWorkers(): void {
    if (this.#workers !== 'none' || this.#options.jobs === 1) return;
    this.#workers = 'starting';
    this.#solvers.start().then(
      () => {
        this.#workers = 'awake';
      },
      // Whoever gives them something hears of it.
      () => undefined,
    );
  }
}
