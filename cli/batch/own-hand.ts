import type { Instance } from './instance.ts';
import { InstanceSolver, type Turn } from './instance-solver.ts';
import type { Task, TaskOptions, TaskResult, WorkerData } from './task.ts';

/** So long signals and the results of workers wait. */
const TURN_MILLISECONDS = 5;

/**
 * What is no more can be solved here, where nobody can end it in its middle: all that is done with it takes some
 * 100 ms at the most.
 */
const SHORT = { bytes: 1 << 20, unnamedBytes: 1 << 16, cases: 10_000, milliseconds: 50 };

/** Nor may it come near the time that it has. */
const SHARE_OF_LIMIT = 0.1;

/** Brute force and certificates have no forecast. */
const NOTHING = -1;

/** What the main thread solves by itself. */
export class OwnHand {
  readonly #solver: InstanceSolver;
  readonly #threads: Task['threads'];
  readonly #most: Turn['most'];

  constructor(data: WorkerData, threads: Task['threads']) {
    this.#solver = new InstanceSolver(data);
    this.#threads = threads;
    this.#most = { ...SHORT, milliseconds: longest(data.options) };
  }

  /** Solves some instances, from the first one on; what is not short is handed back. */
  async solve(items: readonly Instance[]): Promise<TaskResult> {
    return this.#solver.solve({
      items,
      threads: this.#threads,
      milliseconds: TURN_MILLISECONDS,
      most: this.#most,
      begin: () => undefined,
      tick: () => undefined,
    });
  }
}

function longest({ literal, secondSolver, certify, budget }: TaskOptions): number {
  if (literal || secondSolver || certify !== 'none') return NOTHING;
  return Math.min(SHORT.milliseconds, SHARE_OF_LIMIT * budget.milliseconds);
}
