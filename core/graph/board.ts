import { Alphabet } from '../text/alphabet.ts';
import type { Limit } from '../text/limit.ts';
import type { TokenReader } from '../text/token-reader.ts';

/** A rectangular board. Cells are numbered from 0, row by row; a cell holds an index into an alphabet. */
export interface Board {
  readonly rows: number;
  readonly columns: number;
  readonly cells: Uint8Array;
}

/** Bounds of a board; that of its cells is shared: the more rows, the fewer columns. */
export interface BoardLimits {
  readonly rows: Limit;
  readonly columns: Limit;
}

/**
 * Reads the line `rows columns`, then that many rows out of `characters`. There may be
 * as many cells as a single row may have columns.
 */
export function readBoard(reader: TokenReader, limits: BoardLimits, characters: string): Board {
  const rows = reader.count(limits.rows);
  const most = Math.floor(limits.columns.max / rows);
  const columns = reader.count({ ...limits.columns, max: most }, 0);
  const alphabet = new Alphabet(characters);
  const cells = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    cells.set(reader.row(columns, alphabet, `row ${row + 1} of the board`), row * columns);
  }
  return { rows, columns, cells };
}

/** The text that `readBoard` reads, LF at the end of each line. */
export function formatBoard({ rows, columns, cells }: Board, alphabet: string): string {
  const lines = [`${rows} ${columns}`];
  for (let row = 0; row < rows; row++) {
    const line = cells.subarray(row * columns, (row + 1) * columns);
    lines.push(Array.from(line, (cell) => alphabet[cell]).join(''));
  }
  return `${lines.join('\n')}\n`;
}
