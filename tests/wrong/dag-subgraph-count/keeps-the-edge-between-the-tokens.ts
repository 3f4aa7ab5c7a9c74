import type { Case } from '../../../core/games/dag-subgraph-count/rules.ts';
import { solve as right } from '../../../core/games/dag-subgraph-count/solve.ts';

/** Forgets that the edge 1 → 2 cannot be kept where both values are equal: counts it as free. */
export function solve(c: Case): number {
  const { tails, heads } = c.edges;
  const subsets = 2 ** tails.length;
  const joined = tails.some((tail, edge) => tail === 0 && heads[edge] === 1);
  return subsets - (subsets - right(c)) * (joined ? 2 : 1);
}
