import { defineProof } from '../../proof.ts';
import type { Random } from '../../random/random.ts';
import { oracle, positions } from './oracle.ts';
import { BLACK, type Case, HOLE, limits, neighbours, WHITE } from './rules.ts';

type Cells = Uint8Array;
type Size = Pick<Case, 'rows' | 'columns'>;

/** Pieces that the hole can swallow, as on a chessboard, but for strangers: those of the other colour. */
function withStrangers(
  { rows, columns }: Size,
  hole: number,
  isStranger: (cell: number) => boolean,
): Cells {
  const parity = (cell: number) => (Math.floor(cell / columns) + (cell % columns)) % 2;
  const isBlack = (cell: number) => (parity(cell) === parity(hole)) !== isStranger(cell);
  return Uint8Array.from({ length: rows * columns }, (_, cell) => {
    if (cell === hole) return HOLE;
    return isBlack(cell) ? BLACK : WHITE;
  });
}

/** Each piece is a stranger by the given chance. */
function pieces(random: Random, size: Size, hole: number, chance: number): Cells {
  return withStrangers(size, hole, () => random.chance(chance));
}

/** Plays random legal moves, at most `most` rounds; a round that cannot be finished is left out. */
function play(random: Random, size: Size, cells: Cells, most: number): Case {
  const board = { ...size, cells: cells.slice() };
  const moves: number[] = [];
  let hole = cells.indexOf(HOLE);
  while (moves.length < 2 * most) {
    const piece = moves.length % 2 === 0 ? WHITE : BLACK;
    const movable = neighbours(board, hole).filter((cell) => board.cells[cell] === piece);
    if (movable.length === 0) break;
    const cell = random.pick(movable);
    board.cells[hole] = piece;
    board.cells[cell] = HOLE;
    moves.push(cell);
    hole = cell;
  }
  return { ...size, cells, moves: Int32Array.from(moves.slice(0, moves.length & ~1)) };
}

function randomCase(random: Random, size: Size, other: number): Case {
  const cells = pieces(random, size, random.below(size.rows * size.columns), other);
  return play(random, size, cells, random.between(1, 8));
}

const small = {
  random: (random: Random) => {
    const size = { rows: random.between(1, 4), columns: random.between(1, 4) };
    return [randomCase(random, size, 0.5)];
  },

  /** Kills solvers that keep the cells the hole has left: long walks that turn back on themselves. */
  'long-walk': (random: Random) => {
    const size = { rows: random.between(2, 4), columns: random.between(3, 4) };
    return [randomCase(random, size, 0.1)];
  },

  /** Kills solvers that read one matching: many ways to match what is left. */
  'some-strangers': (random: Random) => {
    const [rows, columns] = random.pick([
      [3, 4],
      [4, 4],
      [3, 6],
      [6, 3],
    ] as const);
    return [randomCase(random, { rows, columns }, 0.25)];
  },

  /** Random play makes few mistakes: one of 20 records that has some, if there is one. */
  mistaken: (random: Random) => {
    const size = { rows: random.between(2, 3), columns: random.between(3, 5) };
    const cases = Array.from({ length: 20 }, () => randomCase(random, size, 0.25));
    return [cases.find((c) => oracle(c).length > 0) ?? randomCase(random, size, 0)];
  },

  /** A single row or column: the first move decides. */
  row: (random: Random) => {
    const length = random.between(1, 12);
    const rows = random.chance(0.5) ? 1 : length;
    return [randomCase(random, { rows, columns: length / rows }, 0.2)];
  },

  /** Kills solvers that walk over any piece: most pieces can never move. */
  'mostly-strangers': (random: Random) => [randomCase(random, { rows: 3, columns: 4 }, 0.7)],

  /** Records without a round, from boards where play could go on. */
  'no-rounds': (random: Random) => {
    const size = { rows: random.between(1, 3), columns: random.between(1, 3) };
    const cells = pieces(random, size, random.below(size.rows * size.columns), 0.3);
    return [play(random, size, cells, 0)];
  },
};

/** The hole in the first corner, then down and up column by column, to every cell. */
export function everyCell(random: Random, size: Size): Case {
  const { rows, columns } = size;
  const walk = Array.from({ length: rows * columns }, (_, step) => {
    const column = Math.floor(step / rows);
    const row = column % 2 === 0 ? step % rows : rows - 1 - (step % rows);
    return row * columns + column;
  });
  return alongWalk(size, pieces(random, size, 0, 0), walk);
}

function alongWalk(size: Size, cells: Cells, walk: readonly number[]): Case {
  const moves = walk.slice(1, 1 + ((walk.length - 1) & ~1));
  return { ...size, cells, moves: Int32Array.from(moves) };
}

/** Row by row, forth and back, through the first `width` columns; no strangers there. */
export function besideStrangers(
  size: Size,
  width: number,
  isStranger: (cell: number) => boolean,
): Case {
  const { rows, columns } = size;
  const walk = Array.from({ length: rows * width }, (_, step) => {
    const row = Math.floor(step / width);
    const column = row % 2 === 0 ? step % width : width - 1 - (step % width);
    return row * columns + column;
  });
  const cells = withStrangers(size, 0, (cell) => cell % columns >= width && isStranger(cell));
  return alongWalk(size, cells, walk);
}

/** The corner where `surplusFarAway` has its crosses: rows of it, `#` a stranger. */
const CROSSES = [
  '######.#',
  '........',
  '######.#',
  '########',
  '#####.##',
  '.......#',
  '#####.##',
];

/** Two crosses in a far corner, one with white cells to spare and one with black ones. */
export function surplusFarAway(size: Size): Case {
  const width = CROSSES[0]?.length ?? 0;
  const left = size.columns - width;
  return besideStrangers(size, left, (cell) => {
    const line = CROSSES[Math.floor(cell / size.columns)] ?? '';
    return line[(cell % size.columns) - left] === '#';
  });
}

const published = { rows: limits.rows.published, columns: limits.columns.published };

const medium = {
  /** Longer records on larger boards, where the matching has to be mended far from the hole. */
  'larger-boards': (random: Random) => {
    const size = { rows: random.between(7, 11), columns: random.between(7, 11) };
    const cells = pieces(random, size, random.below(size.rows * size.columns), 0.08);
    return [play(random, size, cells, 12)];
  },

  /** Kills a dead end that is believed in too long, or not mended where a path leads out of it. */
  'beside-strangers': (random: Random) => {
    const size = { rows: random.between(4, 10), columns: 10 };
    return [besideStrangers(size, random.between(2, 6), () => random.chance(0.2))];
  },
};

const large = {
  /** The longest record on the largest board: 799 of the 1,000 rounds. */
  'published-max': (random: Random) => [everyCell(random, published)],

  /** The longest record, with an odd number of cells. */
  'every-cell-of-an-odd-board': (random: Random) => [
    everyCell(random, { rows: 101, columns: 101 }),
  ],

  /** Cells of both colours to spare, that no path ends at: each round a search over the board. */
  'surplus-far-away': () => [surplusFarAway({ rows: 300, columns: 300 })],

  /** Paths to cells to spare, ever longer ones. */
  'beside-strangers': (random: Random) => [
    besideStrangers({ rows: 200, columns: 200 }, 100, () => random.chance(0.07)),
  ],

  /** Uncovered cells of both colours remain: searches that fail after having seen much. */
  'few-strangers': (random: Random) => {
    const size = { rows: 100, columns: 100 };
    return [play(random, size, pieces(random, size, 5050, 0.05), limits.rounds.published)];
  },
};

export const proof = defineProof({ oracle, positions, small, medium, large });
