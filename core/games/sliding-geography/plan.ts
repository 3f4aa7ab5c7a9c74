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

/** Whether black stands at even and white at odd distance from the hole. A counted loop, for it runs but once. */
function everyPieceFits({ rows, columns, cells }: Case): boolean {
  const hole = cells.indexOf(HOLE);
  const black = (Math.floor(hole / columns) + (hole % columns)) & 1;
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      const isEven = ((row + column) & 1) === black;
      if ((cells[cell] === BLACK) !== isEven && cell !== hole) return false;
    }
  }
  return true;
}
