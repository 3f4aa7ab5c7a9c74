import type { Answer, Case } from '../../../core/games/sliding-geography/rules.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { wonAlong } from '../../../core/theory/vertex-geography.ts';
import { roundsWhere, walkOf } from '../rounds-where.ts';

/** Lets the hole swallow pieces of either colour at every move. */
export function solve(c: Case): Answer {
  const graph = gridGraph(c.rows, c.columns, new Uint8Array(c.cells.length).fill(1));
  const won = wonAlong(graph, walkOf(c));
  return roundsWhere(c, (first) => won[first] === 1 && won[first + 1] === 1);
}
