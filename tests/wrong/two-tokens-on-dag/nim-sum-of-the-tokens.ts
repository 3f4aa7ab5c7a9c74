import { type Case, options, startPosition } from '../../../core/games/two-tokens-on-dag/rules.ts';
import { outEdges } from '../../../core/graph/csr.ts';
import { grundyValues } from '../../../core/theory/grundy-on-dag.ts';

/** Takes the game for a disjunctive sum, though two tokens may move in one turn: adds mod 2, not mod 3. */
export function solve(c: Case): bigint {
  const values = grundyValues(outEdges(c.vertices, c.edges));
  let count = 0n;
  for (const position of options(c, startPosition(c))) {
    if (position.reduce((sum, vertex) => sum ^ (values[vertex] as number), 0) === 0) count++;
  }
  return count;
}
