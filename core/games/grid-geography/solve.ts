/**
 * Rules:    one player places a token on a board, the other moves first, no cell is entered twice
 * Theorem:  the mover wins iff every maximum matching covers the start (theory/vertex-geography)
 * Source:   BZOJ 1443, JSOI 2009
 * Cost:     O(cells · √cells) at worst, a few sweeps over the board in practice
 * Verified: against the oracle, all boards ≤ 3×3 and random ones of up to 14 free cells
 */
import { gridGraph } from '../../graph/grid-graph.ts';
import { wonStarts } from '../../theory/vertex-geography.ts';
import { type Answer, type Case, FREE } from './rules.ts';

export function solve(c: Case): Answer {
  const starts = startsLostByTheMover(c);
  return {
    rows: starts.map((cell) => Math.floor(cell / c.columns)),
    columns: starts.map((cell) => cell % c.columns),
  };
}

function startsLostByTheMover({ rows, columns, cells }: Case): Int32Array {
  const won = wonStarts(gridGraph(rows, columns, cells));
  const starts = new Int32Array(cells.length);
  let filled = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === FREE && won[cell] === 0) starts[filled++] = cell;
  }
  return starts.subarray(0, filled);
}
