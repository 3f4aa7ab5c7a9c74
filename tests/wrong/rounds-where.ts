import { type Answer, BLACK, type Case, HOLE } from '../../core/games/sliding-geography/rules.ts';
import type { BipartiteGraph } from '../../core/graph/bipartite-graph.ts';
import { gridGraph } from '../../core/graph/grid-graph.ts';
import { wonAlong } from '../../core/theory/vertex-geography.ts';

/** The rounds of sliding-geography that a wrong solver takes for mistakes, told by their first move. */
export function roundsWhere(c: Case, mistaken: (firstMove: number) => boolean): Answer {
  const rounds = Array.from({ length: c.moves.length / 2 }, (_, round) => round + 1);
  return rounds.filter((round) => mistaken(2 * round - 2));
}

/** Where the hole is before each move. */
export function walkOf(c: Case): Int32Array {
  return Int32Array.from([c.cells.indexOf(HOLE), ...c.moves].slice(0, c.moves.length));
}

/** All cells whose colour fits the parity of their distance from the hole, near or far. */
export function walkGraph(c: Case): BipartiteGraph {
  const parity = (cell: number) => (Math.floor(cell / c.columns) + (cell % c.columns)) % 2;
  const start = c.cells.indexOf(HOLE);
  const fits = (piece: number, cell: number) =>
    cell === start || (parity(cell) === parity(start)) === (piece === BLACK);
  return gridGraph(
    c.rows,
    c.columns,
    c.cells.map((piece, cell) => Number(fits(piece, cell))),
  );
}

/** Per move of the record, 1 if the player to move could have won. */
export function wonBeforeEachMove(c: Case): Uint8Array {
  return wonAlong(walkGraph(c), walkOf(c));
}
