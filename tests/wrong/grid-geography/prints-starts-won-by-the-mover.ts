import type { Answer, Case } from '../../../core/games/grid-geography/rules.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { wonStarts } from '../../../core/theory/vertex-geography.ts';
import { startsWhere } from '../starts-where.ts';

/** Takes the player who places the token for the one who moves it first. */
export function solve(c: Case): Answer {
  const won = wonStarts(gridGraph(c.rows, c.columns, c.cells));
  return startsWhere(c, (cell) => won[cell] === 1);
}
