import type { Asked } from '../../core/game.ts';
import type { Budget } from '../../core/pipeline/budget.ts';
import type { Row } from '../../io/results/row.ts';
import type { Instance } from './instance.ts';

/** How the instances of a run are solved and written; the same for all of them. */
export interface TaskOptions {
  readonly lenient: boolean;
  /** Of instances that say nothing of it. */
  readonly asked: Asked;
  readonly literal: boolean;
  readonly budget: Budget;
  readonly certify: 'none' | 'sample' | 'all';
  readonly secondSolver: boolean;
  readonly overwrite: 'never' | 'stale' | 'always';
  readonly sidecar: boolean;
  /** Answers go into a folder of their own, not beside the user's files. */
  readonly ownFolder: boolean;
}

/** What the worker has to know of one instance; it reads files itself. */
export interface TaskItem extends Omit<Instance, 'why'> {
  /** Hash of the answer file that a former run wrote, which may be replaced. */
  readonly formerAnswer: string | null;
}

/** Places in `Task.begun`. */
export const ITEMS = 0;
export const CASES = 1;

/** Main thread → worker. */
export interface Task {
  readonly items: readonly TaskItem[];
  /** Two numbers: the worker counts the items that it has begun, and the ticks of its cases. */
  readonly begun: Int32Array;
  readonly options: TaskOptions;
  /** For one large case; `later` to hand the instance back, so that it gets all threads in its turn. */
  readonly threads: number | 'later';
}

/** Worker → main thread: the rows of one instance. */
export interface TaskResult {
  readonly index: number;
  readonly rows: readonly Row[];
  /** Forecast in milliseconds of an instance that is handed back, without rows. */
  readonly later?: number;
}
