import type { Case } from '../../../core/games/two-tokens-on-dag/rules.ts';
import { solve as right } from '../../../core/games/two-tokens-on-dag/solve.ts';

/** Takes parallel edges for one move. */
export function solve(c: Case): bigint {
  const { tails, heads } = c.edges;
  const names = Array.from(tails, (tail, edge) => tail * c.vertices + (heads[edge] as number));
  const kept = [...names.keys()].filter((edge) => names.indexOf(names[edge] as number) === edge);
  const pick = (ends: Int32Array) => Int32Array.from(kept, (edge) => ends[edge] as number);
  return right({ ...c, edges: { tails: pick(tails), heads: pick(heads) } });
}
