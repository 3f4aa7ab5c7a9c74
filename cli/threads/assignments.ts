import type { AnyGame } from '../../core/game.ts';
import type { AnyTableSplit, RoundRange } from '../../core/table-split.ts';

/** A part of a table, which may be solved as soon as the first `after` assignments are done. */
export interface Assignment {
  readonly part: unknown;
  readonly after: number;
}

/** So many even parts of each round keep all threads at work; more of them cost more tables. */
const PARTS_PER_THREAD = 2;

export interface Cutting {
  readonly threads: number;
  /** Forecast of the smallest part that is worth to be handed over. */
  readonly millisecondsPerPart: number;
}

/** All rounds of a case, cut for so many threads; the small ones at the start are one assignment. */
export function assignmentsOf(
  game: AnyGame,
  c: unknown,
  { threads, millisecondsPerPart }: Cutting,
): readonly Assignment[] {
  const table = game.table as AnyTableSplit;
  const assignments: Assignment[] = [];
  for (const { rounds, milliseconds } of stages(game, c, 2 * millisecondsPerPart)) {
    const useful = Math.floor(milliseconds / millisecondsPerPart);
    const count = Math.max(1, Math.min(PARTS_PER_THREAD * threads, useful));
    const after = assignments.length;
    for (const part of table.parts(c, rounds, count)) assignments.push({ part, after });
  }
  return assignments;
}

interface Stage {
  readonly rounds: RoundRange;
  readonly milliseconds: number;
}

/** One round each, but for the first rounds, which are one stage of no more than `small`. */
function stages(game: AnyGame, c: unknown, small: number): readonly Stage[] {
  const table = game.table as AnyTableSplit;
  const found: Stage[] = [];
  for (let round = 0; round < table.rounds(c); round++) {
    const milliseconds = (table.steps(c, round) * game.nanosecondsPerStep) / 1e6;
    const before = found[0];
    const sum = milliseconds + (before?.milliseconds ?? 0);
    if (found.length === 1 && sum <= small) {
      found[0] = { rounds: { first: 0, last: round }, milliseconds: sum };
    } else found.push({ rounds: { first: round, last: round }, milliseconds });
  }
  return found;
}
