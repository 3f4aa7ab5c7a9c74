import type { Case } from '../../../core/games/dag-subgraph-count/rules.ts';
import { solve as right } from '../../../core/games/dag-subgraph-count/solve.ts';

/** Forgets that edges which no token can reach are kept or not as well: counts without them. */
export function solve(c: Case): number {
  const { tails, heads } = c.edges;
  const reached = new Set([0, 1]);
  for (let vertex = 0; vertex < c.vertices; vertex++) {
    if (!reached.has(vertex)) continue;
    tails.forEach((tail, edge) => {
      if (tail === vertex) reached.add(heads[edge] as number);
    });
  }
  const kept = [...tails.keys()].filter((edge) => reached.has(tails[edge] as number));
  const pick = (ends: Int32Array) => Int32Array.from(kept, (edge) => ends[edge] as number);
  return right({ ...c, edges: { tails: pick(tails), heads: pick(heads) } });
}
