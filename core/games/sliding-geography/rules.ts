import type { Board } from '../../graph/board.ts';
import type { Limits } from '../../text/limit.ts';

/** A board of pieces with one hole, and a record of play: two legal moves a round. */
export interface Case extends Board {
  /** The cell of the piece moved, the players in turn; an even number of moves. */
  readonly moves: Int32Array;
}

/** The rounds, from 1, in which the first player made a mistake, in ascending order. */
export type Answer = readonly number[];

/** The board as a text, row by row, and the colour of the player to move. */
export interface Position {
  readonly board: string;
  readonly mover: 'O' | 'X';
}

/** How the cells are written; a cell is an index into this alphabet. */
export const ALPHABET = '.XO';
export const HOLE = 0;
export const BLACK = 1;
export const WHITE = 2;

/** The first two maxima stand for the cells of the whole board; a round uses up two of them. */
export const limits = {
  rows: { symbol: 'n', min: 1, max: 10_000_000, published: 40 },
  columns: { symbol: 'm', min: 1, max: 10_000_000, published: 40 },
  rounds: { symbol: 'k', min: 0, max: 5_000_000, published: 1_000 },
} as const satisfies Limits;

/** The first player has the white pieces. */
export function startPosition(c: Case): Position {
  return { board: Array.from(c.cells, (cell) => ALPHABET[cell]).join(''), mover: 'O' };
}

/** Slides one of the mover's pieces that touch the hole into it. */
export function* options(c: Case, position: Position): Generator<Position> {
  const hole = position.board.indexOf('.');
  for (const cell of neighbours(c, hole)) {
    if (position.board[cell] === position.mover) yield slide(position, cell);
  }
}

/** The position after the piece on `cell` has moved into the hole. */
export function slide({ board, mover }: Position, cell: number): Position {
  const cells = [...board];
  cells[board.indexOf('.')] = mover;
  cells[cell] = '.';
  return { board: cells.join(''), mover: mover === 'O' ? 'X' : 'O' };
}

/** The cells above, left of, right of and below a cell. */
export function neighbours({ rows, columns }: Board, cell: number): number[] {
  const column = cell % columns;
  const found: number[] = [];
  if (cell >= columns) found.push(cell - columns);
  if (column > 0) found.push(cell - 1);
  if (column < columns - 1) found.push(cell + 1);
  if (cell + columns < rows * columns) found.push(cell + columns);
  return found;
}
