import { type Budget, DEFAULT_BUDGET } from '../core/pipeline/budget.ts';
import type { SolveFlags } from './flags.ts';

/** What a case may take: as the flags say it, else by default. */
export function budgetOf({ timeLimit, mem }: SolveFlags): Budget {
  return {
    milliseconds: timeLimit ?? DEFAULT_BUDGET.milliseconds,
    bytes: mem ?? DEFAULT_BUDGET.bytes,
  };
}
