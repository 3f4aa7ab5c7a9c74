import type { Asked } from '../../core/game.ts';
import type { Budget } from '../../core/pipeline/budget.ts';
import type { Former } from './former-results.ts';
import type { PackedItems } from './packed-items.ts';
import type { Piece } from './piece.ts';
import type { Counts } from './tally.ts';

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

/** What each worker is told at its start. */
export interface WorkerData {
  readonly options: TaskOptions;
  /** Null where nothing is known of former runs. */
  readonly former: Former | null;
  /** A folder that was not there before the run, with a slash: all in it is of our making. */
  readonly newFolder: string | null;
}

/** Places in `Task.begun`. */
export const ITEMS = 0;
export const CASES = 1;

/** Main thread → worker. */
export interface Task {
  readonly items: PackedItems;
  /** Two numbers: the worker counts the items that it has begun, and the ticks of its cases. */
  readonly begun: Int32Array;
  /** For one large case; `later` to hand the instance back, so that it gets all threads in its turn. */
  readonly threads: number | 'later';
}

/** Worker → main thread. */
export interface TaskResult {
  /** Items that are dealt with, from the first one on. */
  readonly done: number;
  readonly pieces: readonly Piece[];
  readonly counts: Counts;
  /** Instances that are handed back, without a piece. */
  readonly later: readonly Later[];
}

/** An instance that is handed back, by its place among the items of the task. */
export interface Later {
  readonly at: number;
  readonly to: Elsewhere;
}

/**
 * Where an instance is handed back to: a long file, whose ranges all workers solve; to a worker, since it
 * takes too long here; a large one with its forecast in milliseconds, which gets all threads in its turn.
 */
export type Elsewhere = 'ranges' | 'worker' | { readonly milliseconds: number };
