/** Cells of a table from `start` on; `end` is not included. */
export interface CellRange {
  readonly start: number;
  readonly end: number;
}

/** Rounds from `first` on; `last` is included. */
export interface RoundRange {
  readonly first: number;
  readonly last: number;
}

/** Memory that any number of threads can hold at the same time; it can be posted to them. */
export type SharedMemory = WebAssembly.Memory;

/** A table in memory, and one thread's way to fill it. */
export interface TableSolver<Part> {
  /** All cells of the table, wherever they were written. */
  readonly cells: Uint32Array;
  /** Writes the cells of one part; all cells that it reads have to be there. Returns its term of the answer. */
  readonly solve: (part: Part) => number;
}

/** What a part adds to the answer, a whole number below 2^32. */
export interface Term<Part> {
  readonly part: Part;
  readonly term: number;
}

/**
 * A case that is big by itself, whose solving fills one table of 32-bit numbers, all 0 at first, in
 * rounds that run one after another. A part writes one range of cells that no other part writes, and
 * reads cells of earlier rounds only: parts of a round can run anywhere and in any order, over one
 * memory or over copies of what they read.
 */
export interface TableSplit<Case, Answer, Part> {
  readonly rounds: (c: Case) => number;
  /** Estimated steps of one round; those of all rounds are about the cost of the case. */
  readonly steps: (c: Case, round: number) => number;
  /**
   * Cuts some rounds into at most `count` parts, but into one a table where there are several tables;
   * together they write exactly the cells of these rounds. The costliest comes first. Several rounds at
   * once are not cut further, so that small rounds cost no hand-over.
   */
  readonly parts: (c: Case, rounds: RoundRange, count: number) => readonly Part[];
  /** So many parts of a round for each worker keep them all at work to its end; more repeat too much. */
  readonly partsPerWorker: (c: Case) => number;
  readonly cells: (c: Case) => number;
  readonly writes: (c: Case, part: Part) => CellRange;
  /** Ascending, without overlap. */
  readonly reads: (c: Case, part: Part) => readonly CellRange[];
  /** Memory for the table and for the scratch of so many threads. */
  readonly allocate: (c: Case, threads: number) => SharedMemory;
  /** The view of one thread, numbered from 0, on memory that was allocated for this case. */
  readonly attach: (c: Case, memory: SharedMemory, thread: number) => TableSolver<Part>;
  /** The answer from the terms of all parts, in any order. */
  readonly finish: (c: Case, terms: readonly Term<Part>[]) => Answer;
}

export type AnyTableSplit = TableSplit<unknown, unknown, unknown>;

/** Hides a game's own types, for the same reason as `defineGame`. */
export function defineTable<Case, Answer, Part>(
  table: TableSplit<Case, Answer, Part>,
): AnyTableSplit {
  return table as unknown as AnyTableSplit;
}

/** Rounds that are handed out together, and what they take. */
export interface Stage {
  readonly rounds: RoundRange;
  readonly steps: number;
}

/**
 * The rounds of a case, those with little work together: as many one after another as take `most` steps,
 * one at the least, so that handing them out does not take longer than they do.
 */
export function stagesOf(table: AnyTableSplit, c: unknown, most: number): readonly Stage[] {
  const stages: Stage[] = [];
  for (let round = 0; round < table.rounds(c); round++) {
    const steps = table.steps(c, round);
    const before = stages.at(-1);
    const isSmall = before !== undefined && before.steps + steps <= most;
    const rounds = { first: isSmall ? before.rounds.first : round, last: round };
    if (isSmall) stages[stages.length - 1] = { rounds, steps: before.steps + steps };
    else stages.push({ rounds, steps });
  }
  return stages;
}

/** Solves a case in this thread, all rounds as one part a table. */
export function solveByTable(table: AnyTableSplit, c: unknown): unknown {
  const solver = table.attach(c, table.allocate(c, 1), 0);
  const rounds = { first: 0, last: table.rounds(c) - 1 };
  const parts = table.parts(c, rounds, 1);
  const terms = parts.map((part) => ({ part, term: solver.solve(part) }));
  return table.finish(c, terms);
}
