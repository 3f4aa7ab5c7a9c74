import { defineProof } from '../../proof.ts';
import type { Random } from '../../random/random.ts';
import { oracle, positions } from './oracle.ts';
import { type Answer, BLOCKED, type Case, FREE, limits } from './rules.ts';

function board(rows: number, columns: number, isFree: (cell: number) => boolean): Case {
  const cells = Uint8Array.from({ length: rows * columns }, (_, cell) => Number(isFree(cell)));
  return { rows, columns, cells };
}

/** A board with `free` random free cells. */
function scattered(random: Random, rows: number, columns: number, free: number): Case {
  const order = random.shuffled(Array.from({ length: rows * columns }, (_, cell) => cell));
  const chosen = new Set(order.slice(0, free));
  return board(rows, columns, (cell) => chosen.has(cell));
}

/** Frees up to `count` pairs of adjacent cells, so that a perfect matching exists. */
function addDominoes(random: Random, { columns, cells }: Case, count: number): void {
  for (let domino = 0; domino < count; domino++) {
    const cell = random.below(cells.length);
    const other = random.chance(0.5) ? cell + columns : cell + 1;
    if (other === cell + 1 && other % columns === 0) continue;
    if (cells[cell] !== BLOCKED || cells[other] !== BLOCKED) continue;
    cells[cell] = FREE;
    cells[other] = FREE;
  }
}

const small = {
  random: (random: Random) => {
    const rows = random.between(1, 4);
    const columns = random.between(1, 5);
    return [scattered(random, rows, columns, random.between(0, Math.min(13, rows * columns)))];
  },

  /** Lost: kills solvers that count cells or colours instead of matching them. */
  dominoes: (random: Random) => {
    const c = board(random.between(2, 4), random.between(2, 5), () => false);
    addDominoes(random, c, 7);
    return [c];
  },

  /** Lost, with many matchings: rows of even width without a hole. */
  'even-open': (random: Random) => {
    const [rows, columns] = random.pick([
      [1, 2],
      [1, 6],
      [2, 2],
      [2, 3],
      [2, 4],
      [3, 2],
      [3, 4],
      [4, 2],
    ] as const);
    return [board(rows, columns, () => true)];
  },

  /** Kills the reading of one matching: in odd runs every other cell can be left over. */
  corridor: (random: Random) => {
    const length = random.between(1, 14);
    const walls = new Set(Array.from({ length: 4 }, () => random.between(1, 14)));
    const rows = random.chance(0.5) ? 1 : length;
    return [board(rows, length / rows, (cell) => !walls.has(cell))];
  },

  /** Kills a search from the cells of one colour: two crosses apart, left over on either colour. */
  'crosses-of-both-colours': (random: Random) => {
    const c = board(3, 7, () => false);
    for (const middle of [8, random.pick([11, 12])]) {
      for (const step of [0, 1, -1, 7, -7]) if (random.chance(0.85)) c.cells[middle + step] = FREE;
    }
    return [c];
  },

  /** Dominoes and one more cell: kills a greedy matching that is not improved. */
  'dominoes-and-one': (random: Random) => {
    const c = board(3, random.between(3, 5), () => false);
    addDominoes(random, c, 6);
    c.cells[random.below(c.cells.length)] = FREE;
    return [c];
  },

  /** Kills a start that must have a move: free cells that touch each other at corners only. */
  isolated: (random: Random) => {
    const columns = random.between(1, 5);
    const odd = random.below(2);
    const isFree = (cell: number) =>
      ((cell % columns) + Math.floor(cell / columns)) % 2 === odd && random.chance(0.7);
    return [board(random.between(1, 4), columns, isFree)];
  },

  'no-free-cell': (random: Random) => [
    board(random.between(1, 3), random.between(1, 3), () => false),
  ],
};

const medium = {
  /** Kills a matching that stops after its first phase, and one that forgets to re-match. */
  'few-to-many-holes': (random: Random) => {
    const free = Math.floor(256 * (0.55 + random.below(45) / 100));
    return [scattered(random, 16, 16, free)];
  },
};

const large = {
  /** No hole: the longest searches of the published program. */
  'published-max': () => [board(limits.rows.published, limits.columns.published, () => true)],

  /** As large, with holes. */
  'published-max-with-holes': (random: Random) => [
    board(limits.rows.published, limits.columns.published, () => random.chance(0.8)),
  ],

  /** A start left over at every second cell of an open board. */
  'odd-open': () => [board(301, 301, () => true)],

  /** Long ways between the cells that are left over: the most phases. */
  'few-holes': (random: Random) => [board(300, 300, () => random.chance(0.95))],

  /** A path through half a million cells: kills a recursive search. */
  snake: () => [
    board(1001, 999, (cell) => {
      const row = Math.floor(cell / 999);
      return row % 2 === 0 || cell % 999 === (row % 4 === 1 ? 998 : 0);
    }),
  ],
};

export const proof = defineProof({
  oracle,
  positions,
  won: ({ rows }: Answer) => rows.length > 0,
  small,
  medium,
  large,
});
