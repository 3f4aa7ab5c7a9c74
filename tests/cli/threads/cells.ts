import type { AnyGame } from '../../../core/game.ts';
import { game as dag } from '../../../core/games/dag-subgraph-count/index.ts';
import { defineTable } from '../../../core/table-split.ts';

/** What the helping threads do with the first part they get. */
export type Behaviour = 'help' | 'throw' | 'exit';

export interface Cells {
  readonly rounds: number;
  readonly helpers: number;
  readonly behaviour: Behaviour;
}

/** Of each round; a part is one of them. */
const CELLS = 8;

/** The cell where the helping threads count themselves. */
const CAME = 0;

/** Long enough for any machine, so that a thread that never comes is a failure and no hang. */
const PATIENCE_MILLISECONDS = 60_000;

/**
 * A table whose rounds are 8 cells each, and a cell the sum of all earlier rounds, plus 1. Each thread
 * waits at its first part until all helping ones have one, so that none of them comes too late.
 */
export const table = defineTable<Cells, number, number>({
  rounds: ({ rounds }) => rounds,
  steps: () => 1,
  parts: (_c, { first, last }) => {
    const count = CELLS * (last - first + 1);
    return Array.from({ length: count }, (_, cell) => CELLS * first + cell);
  },
  partsPerWorker: () => 2,
  cells: ({ rounds }) => CELLS * rounds,
  writes: (_c, part) => ({ start: part, end: part + 1 }),
  reads: (_c, part) => [{ start: 0, end: part - (part % CELLS) }],
  allocate: () => new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }),
  attach: ({ rounds, helpers, behaviour }, memory, thread) => {
    const came = new Int32Array(memory.buffer, 0, 1);
    const cells = new Uint32Array(memory.buffer, 4, CELLS * rounds);
    let isFirst = true;
    return {
      cells,
      solve: (part) => {
        if (isFirst && thread > 0) Atomics.add(came, CAME, 1);
        if (isFirst) meetAll(came, helpers);
        if (isFirst && thread > 0) misbehave(behaviour);
        isFirst = false;
        const end = part - (part % CELLS);
        cells[part] = cells.subarray(0, end).reduce((sum, cell) => sum + cell, 1);
        return cells[part] ?? 0;
      },
    };
  },
  finish: (_c, terms) => terms.reduce((sum, { term }) => sum + term, 0),
});

/** A game whose answers come from this table only. */
export const game: AnyGame = {
  ...dag,
  table,
  cost: () => ({ steps: 1e6, bytes: 0 }),
  nanosecondsPerStep: 1000,
  solve: (c) => 9 ** (c as Cells).rounds - 1,
};

function meetAll(came: Int32Array, helpers: number): void {
  Atomics.notify(came, CAME);
  for (let seen = 0; seen < helpers; seen = Atomics.load(came, CAME)) {
    if (Atomics.wait(came, CAME, seen, PATIENCE_MILLISECONDS) === 'timed-out') return;
  }
}

function misbehave(behaviour: Behaviour): void {
  if (behaviour === 'throw') throw new RangeError('found a helper that throws');
  if (behaviour === 'exit') process.exit(0);
}
