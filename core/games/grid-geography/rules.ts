import type { Board } from '../../graph/board.ts';
import type { Limits } from '../../text/limit.ts';

/** A board whose cells are BLOCKED or FREE. */
export type Case = Board;

/** The starts that win for the player who places the token, row by row; both lists 0-based. */
export interface Answer {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/** The board as a text, row by row, with a `#` on each cell that is blocked or used up, and the token's cell. */
export interface Position {
  readonly board: string;
  readonly token: number;
}

/** How the cells are written; a cell is an index into this alphabet. */
export const ALPHABET = '#.';
export const BLOCKED = 0;
export const FREE = 1;

/** Both maxima stand for the cells of the whole board. */
export const limits = {
  rows: { symbol: 'N', min: 1, max: 10_000_000, published: 100 },
  columns: { symbol: 'M', min: 1, max: 10_000_000, published: 100 },
} as const satisfies Limits;

/** The token is placed on a free cell. */
export function startPosition(c: Case, token: number): Position {
  const board = Array.from(c.cells, (cell) => ALPHABET[cell]).join('');
  return { board: useUp(board, token), token };
}

/** One step up, left, right or down, to a free cell that was not entered before. */
export function* options(c: Case, { board, token }: Position): Generator<Position> {
  const column = token % c.columns;
  const steps: readonly (readonly [boolean, number])[] = [
    [token >= c.columns, -c.columns],
    [column > 0, -1],
    [column < c.columns - 1, 1],
    [token + c.columns < board.length, c.columns],
  ];
  for (const [onBoard, step] of steps) {
    const next = token + step;
    if (onBoard && board[next] === '.') yield { board: useUp(board, next), token: next };
  }
}

function useUp(board: string, cell: number): string {
  return `${board.slice(0, cell)}#${board.slice(cell + 1)}`;
}
