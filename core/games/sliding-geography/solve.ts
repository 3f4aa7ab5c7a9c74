/**
 * Rules:    one hole on a board; white and black pieces next to it slide into it in turn
 * Theorem:  the hole walks without repetition; the mover wins iff every maximum matching covers it (theory/vertex-geography)
 * Source:   BZOJ 2437, NOI 2011
 * Cost:     O(cells · √cells) and mostly short searches for k rounds, O(k · cells) at worst
 * Verified: against the oracle, records on boards of up to 18 cells
 */
import { gridGraph } from '../../graph/grid-graph.ts';
import { wonAlong } from '../../theory/vertex-geography.ts';
import { type Answer, BLACK, type Case, HOLE, WHITE } from './rules.ts';

/** A round is a mistake if the mover wins both before and after the first player's move. */
export function solve(c: Case): Answer {
  const hole = c.cells.indexOf(HOLE);
  const won = wonAlong(gridGraph(c.rows, c.columns, walkable(c, hole)), walkOf(c, hole));
  const rounds: number[] = [];
  for (let round = 1; 2 * round <= c.moves.length; round++) {
    if (won[2 * round - 2] === 1 && won[2 * round - 1] === 1) rounds.push(round);
  }
  return rounds;
}

/** Where the hole is before each move. */
function walkOf({ moves }: Case, hole: number): Int32Array {
  const walk = new Int32Array(moves.length + 1);
  walk[0] = hole;
  walk.set(moves, 1);
  return walk.subarray(0, moves.length);
}

/**
 * The cells that the hole can reach. Before each white move it is an even number of steps from its
 * start, before each black move an odd number: so it enters white cells at odd distance and black
 * ones at even distance, and a cell it has left holds a piece that nobody can move back.
 */
function walkable({ rows, columns, cells }: Case, hole: number): Uint8Array {
  const open = new Uint8Array(cells.length);
  const queue = new Int32Array(cells.length);
  let filled = 0;
  const enter = (cell: number, piece: number) => {
    if (open[cell] === 1 || cells[cell] !== piece) return;
    open[cell] = 1;
    queue[filled++] = cell;
  };
  enter(hole, HOLE);
  for (let first = 0; first < filled; first++) {
    const cell = queue[first] as number;
    const piece = cells[cell] === WHITE ? BLACK : WHITE;
    const column = cell % columns;
    if (cell >= columns) enter(cell - columns, piece);
    if (column > 0) enter(cell - 1, piece);
    if (column < columns - 1) enter(cell + 1, piece);
    if (cell < (rows - 1) * columns) enter(cell + columns, piece);
  }
  return open;
}
