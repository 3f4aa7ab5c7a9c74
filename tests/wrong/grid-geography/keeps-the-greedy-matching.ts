import type { Answer, Case } from '../../../core/games/grid-geography/rules.ts';
import { greedyMatching } from '../../../core/graph/bipartite-matching.ts';
import { essentialVertices } from '../../../core/graph/essential-vertices.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { startsWhere } from '../starts-where.ts';

/** Takes a matching that cannot be enlarged edge by edge for a maximum one. */
export function solve(c: Case): Answer {
  const graph = gridGraph(c.rows, c.columns, c.cells);
  const essential = essentialVertices(graph, greedyMatching(graph));
  return startsWhere(c, (cell) => essential[cell] === 0);
}
