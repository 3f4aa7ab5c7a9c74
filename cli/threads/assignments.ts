import type { AnyGame } from '../../core/game.ts';
import { millisecondsOfSteps } from '../../core/pipeline/budget.ts';
import { type AnyTableSplit, stagesOf } from '../../core/table-split.ts';

/** A part of a table, which may be solved as soon as the first `after` assignments are done. */
export interface Assignment {
  readonly part: unknown;
  readonly after: number;
}

export interface Cutting {
  readonly threads: number;
  /** Forecast of the smallest part that is worth to be handed over. */
  readonly millisecondsPerPart: number;
}

/** All rounds of a case, cut for so many threads; small ones one after another are one assignment. */
export function assignmentsOf(
  game: AnyGame,
  c: unknown,
  { threads, millisecondsPerPart }: Cutting,
): readonly Assignment[] {
  const table = game.table as AnyTableSplit;
  const assignments: Assignment[] = [];
  const most = (2 * millisecondsPerPart * 1e6) / game.nanosecondsPerStep;
  const enough = table.partsPerWorker(c) * threads;
  for (const { rounds, steps } of stagesOf(table, c, most)) {
    const useful = Math.floor(millisecondsOfSteps(game, steps) / millisecondsPerPart);
    const count = Math.max(1, Math.min(enough, useful));
    const after = assignments.length;
    for (const part of table.parts(c, rounds, count)) assignments.push({ part, after });
  }
  return assignments;
}
