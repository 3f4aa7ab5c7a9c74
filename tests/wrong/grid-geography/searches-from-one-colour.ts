import type { Answer, Case } from '../../../core/games/grid-geography/rules.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { wonStarts } from '../../../core/theory/vertex-geography.ts';
import { startsWhere } from '../starts-where.ts';

/** Looks for uncovered cells on the side from which the matching was built, not on the other. */
export function solve(c: Case): Answer {
  const graph = gridGraph(c.rows, c.columns, c.cells);
  const won = wonStarts(graph);
  return startsWhere(c, (cell) => won[cell] === 0 && graph.sides[cell] === 0);
}
