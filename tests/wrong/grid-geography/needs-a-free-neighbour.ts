import type { Answer, Case } from '../../../core/games/grid-geography/rules.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { wonStarts } from '../../../core/theory/vertex-geography.ts';
import { startsWhere } from '../starts-where.ts';

/** Leaves out cells without a free neighbour, from which the mover loses at once. */
export function solve(c: Case): Answer {
  const graph = gridGraph(c.rows, c.columns, c.cells);
  const won = wonStarts(graph);
  const hasNeighbour = (cell: number) => graph.offsets[cell] !== graph.offsets[cell + 1];
  return startsWhere(c, (cell) => won[cell] === 0 && hasNeighbour(cell));
}
