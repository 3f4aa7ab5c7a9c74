import { askedBy } from '../asked-by.ts';
import { budgetOf } from '../budget.ts';
import type { RunFlags } from '../flags.ts';
import type { TaskOptions } from './task.ts';

/** The part of the flags that decides what a task does. */
export function taskOptions(flags: RunFlags): TaskOptions {
  return {
    lenient: flags.lenient ?? false,
    asked: askedBy(flags),
    literal: flags.literal ?? false,
    budget: budgetOf(flags),
    certify: flags.certify,
    secondSolver: flags.secondSolver !== undefined,
    overwrite: flags.overwrite,
    sidecar: flags.sidecar ?? false,
    ownFolder: flags.out !== undefined,
  };
}
