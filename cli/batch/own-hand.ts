import { type Attempt, attemptsOf } from './attempt.ts';
import type { Instance } from './instance.ts';
import { InstanceSolver, type Turn } from './instance-solver.ts';
import { FEW, Pace } from './pace.ts';
import type { Task, TaskOptions, TaskResult, WorkerData } from './task.ts';

/** What is more is left to workers: a signal would wait for its end, and so would the rest. */
const SHORT = { bytes: 1 << 21, unnamedBytes: 1 << 16, cases: 10_000, milliseconds: 50 };

/** What is shorter by the forecast and has not ended then is stopped, and begun anew by a worker. */
const PATIENCE = 4;

/** Nor may an instance come near the time that it has. */
const SHARE_OF_LIMIT = 0.1;

/** Brute force and certificates have no forecast. */
const NOTHING = -1;

/** Instances that are looked up before others are left to workers: there may be none that is new. */
const MOST_RECALLED = 128;

/** Milliseconds of work that are worth workers: they start in some 150, and their code is cold then. */
const WORTH_WORKERS = 400;

export interface OwnHandOptions extends WorkerData {
  readonly threads: Task['threads'];
  /** Starts workers, and waits for the first one. */
  readonly start: () => Promise<void>;
}

/**
 * What the main thread solves itself as long as no worker is there: all of a short run, and the beginning of a
 * longer one. It gives up for good where an instance had to be stopped, which may have left anything behind.
 */
export class OwnHand {
  readonly #solver: InstanceSolver;
  readonly #options: OwnHandOptions;
  readonly #most: Turn['most'];
  readonly #attempt: Attempt;
  readonly #pace = new Pace();
  #recalled = 0;
  #isStarting = false;
  #isOver = false;

  constructor(options: OwnHandOptions) {
    this.#solver = new InstanceSolver(options);
    this.#options = options;
    this.#most = { ...SHORT, milliseconds: longest(options.options) };
    this.#attempt = attemptsOf(patience(options.options));
  }

  /** What came of an instance, so many of which are `left` behind it; null for one that workers are to solve. */
  async take(item: Instance, left: number): Promise<TaskResult | null> {
    if (this.#isOver) return null;
    const start = performance.now();
    const result = await this.#solve(item);
    this.#pace.add(1, performance.now() - start);
    const { cachedInstances } = result.counts;
    this.#recalled += cachedInstances;
    const isNew = cachedInstances === 0 || this.#recalled > MOST_RECALLED;
    if (left > FEW && isNew) this.#isOver = true;
    else if (left * (this.#pace.each ?? 0) > WORTH_WORKERS) this.#startWorkers();
    // What workers have sent comes in, and so do signals.
    await new Promise(setImmediate);
    return result;
  }

  async #solve(item: Instance): Promise<TaskResult> {
    return this.#solver.solve({
      items: [item],
      threads: this.#options.threads,
      milliseconds: 0,
      most: this.#most,
      attempt: (work) => this.#attempted(work),
      begin: () => undefined,
      tick: () => undefined,
    });
  }

  #attempted<T>(work: () => T): T | null {
    const result = this.#attempt(work);
    if (result === null) this.#isOver = true;
    return result;
  }

  #startWorkers(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    const end = () => {
      this.#isOver = true;
    };
    // Whoever gives them something hears of what fails.
    this.#options.start().then(end, end);
  }
}

/** Whole milliseconds after which an instance is stopped. */
function patience({ budget }: TaskOptions): number {
  return Math.max(1, Math.floor(Math.min(PATIENCE * SHORT.milliseconds, budget.milliseconds)));
}

function longest({ literal, secondSolver, certify, budget }: TaskOptions): number {
  if (literal || secondSolver || certify !== 'none') return NOTHING;
  return Math.min(SHORT.milliseconds, SHARE_OF_LIMIT * budget.milliseconds);
}
