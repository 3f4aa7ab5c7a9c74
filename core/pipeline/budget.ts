import type { AnyGame, Cost } from '../game.ts';
import { LimitError } from '../text/errors.ts';

/** What one case may take, by the estimate of its game's cost model. */
export interface Budget {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Ten minutes of one core and 2 GB. */
export const DEFAULT_BUDGET: Budget = { milliseconds: 600_000, bytes: 2_000_000_000 };

/** Milliseconds of one core, on the machine where the game was measured. */
export function millisecondsOfSteps(game: AnyGame, steps: number): number {
  return (steps * game.nanosecondsPerStep) / 1e6;
}

/** Whether the cost of a case lies inside the budget, on the machine where the game was measured. */
export function isWithin(game: AnyGame, { steps, bytes }: Cost, budget: Budget): boolean {
  return steps * game.nanosecondsPerStep <= budget.milliseconds * 1e6 && bytes <= budget.bytes;
}

/** Throws LimitError before a case is started that would pass its budget. */
export function refuseTooLarge(game: AnyGame, cost: Cost, budget: Budget): void {
  if (isWithin(game, cost, budget)) return;
  const { steps, bytes } = cost;
  throw new LimitError({
    rule: 'cost/too-large',
    place: null,
    found: `a case of about ${describe(millisecondsOfSteps(game, steps), bytes)}`,
    allowed: `${describe(budget.milliseconds, budget.bytes)} a case`,
    hint: 'raise the budget with --time-limit and --mem',
  });
}

function describe(milliseconds: number, bytes: number): string {
  const isShort = milliseconds < 1000;
  const time = isShort ? `${Math.ceil(milliseconds)} ms` : `${Math.ceil(milliseconds / 1000)} s`;
  return `${time} and ${Math.ceil(bytes / 1e6)} MB`;
}
