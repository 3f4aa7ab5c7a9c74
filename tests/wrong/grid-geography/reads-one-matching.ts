import type { Answer, Case } from '../../../core/games/grid-geography/rules.ts';
import { UNCOVERED } from '../../../core/graph/bipartite-graph.ts';
import { maximumMatching } from '../../../core/graph/bipartite-matching.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { startsWhere } from '../starts-where.ts';

/** Prints the cells that one maximum matching leaves uncovered, and forgets the other matchings. */
export function solve(c: Case): Answer {
  const mates = maximumMatching(gridGraph(c.rows, c.columns, c.cells));
  return startsWhere(c, (cell) => mates[cell] === UNCOVERED);
}
