import type { Cost } from '../../game.ts';
import { BLACK, type Case, HOLE } from './rules.ts';

/** Ten lists of a byte or a 32-bit number a cell and four 32-bit places for its edges. */
const BYTES_PER_CELL = 64;

/**
 * A step is a visit of a cell: six sweeps over the board, then a search a move. Where every piece
 * fits, the board has a matching of all cells but at most one and no search goes far. Elsewhere the
 * searches of a record see about √cells / 6 cells each: a fit to long records beside random strangers
 * and to those where every search fails; the bound is all cells.
 */
export function cost(c: Case): Cost {
  const { cells, moves } = c;
  const search = everyPieceFits(c) ? 0 : Math.sqrt(cells.length) / 6;
  const steps = Math.ceil(6 * cells.length + moves.length * (2 + search));
  return { steps, bytes: BYTES_PER_CELL * cells.length + 12 * moves.length };
}

/** Whether black stands at even and white at odd distance from the hole. */
function everyPieceFits({ columns, cells }: Case): boolean {
  const parity = (cell: number) => (Math.floor(cell / columns) + (cell % columns)) % 2;
  const hole = cells.indexOf(HOLE);
  const black = parity(hole);
  return cells.every(
    (piece, cell) => cell === hole || (piece === BLACK) === (parity(cell) === black),
  );
}
