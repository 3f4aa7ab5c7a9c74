import { askedBy } from '../asked-by.ts';
import { budgetOf } from '../budget.ts';
import type { RunFlags } from '../flags.ts';
import { asPrefix } from './results-path.ts';
import type { TaskOptions } from './task.ts';

/** The part of the flags that decides what a task does, in a run over these PATHs. */
export function taskOptions(flags: RunFlags, paths: readonly string[] = []): TaskOptions {
  return {
    lenient: flags.lenient ?? false,
    asked: askedBy(flags),
    literal: flags.literal ?? false,
    budget: budgetOf(flags),
    certify: flags.certify,
    secondSolver: flags.secondSolver !== undefined,
    overwrite: flags.overwrite,
    sidecar: flags.sidecar ?? false,
    ownFolder: isOwnFolder(flags.out, paths),
  };
}

/** Where the user's files stand in it, answers of theirs may as well. */
function isOwnFolder(out: string | undefined, paths: readonly string[]): boolean {
  return out !== undefined && !paths.some((path) => asPrefix(path).startsWith(asPrefix(out)));
}
