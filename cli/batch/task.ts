import type { Budget } from '../../core/pipeline/budget.ts';
import type { Instance } from './instance.ts';
import type { Row } from './rows.ts';

/** How the instances of a run are solved and written; the same for all of them. */
export interface TaskOptions {
  readonly lenient: boolean;
  readonly literal: boolean;
  readonly budget: Budget;
  readonly certify: 'none' | 'sample' | 'all';
  readonly secondSolver: boolean;
  readonly overwrite: 'never' | 'stale' | 'always';
  readonly sidecar: boolean;
}

/** What the worker has to know of one instance. */
export interface TaskItem
  extends Pick<Instance, 'index' | 'file' | 'line' | 'id' | 'game' | 'answer' | 'expect'> {
  readonly key: string;
  readonly sha256In: string;
  /** Where its bytes lie in the task's buffer. */
  readonly offset: number;
  readonly length: number;
  /** Hash of the answer file that a former run wrote, which may be replaced. */
  readonly formerAnswer: string | null;
}

/** Main thread → worker: some instances with their bytes. */
export interface Task {
  readonly items: readonly TaskItem[];
  readonly bytes: Uint8Array;
  /** One number: the worker counts the items that it has begun. */
  readonly begun: Int32Array;
  readonly options: TaskOptions;
}

/** What became of an answer file. `kept` means that the user's own file differs. */
export type Written = 'written' | 'same' | 'kept' | 'none';

/** Worker → main thread: the rows of one instance. */
export interface TaskResult {
  readonly index: number;
  readonly rows: readonly Row[];
  readonly written: Written;
  /** The answer differs from what the user expects or already has. */
  readonly differs: boolean;
}
