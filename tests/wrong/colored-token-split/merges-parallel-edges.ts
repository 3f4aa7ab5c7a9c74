import type { Case } from '../../../core/games/colored-token-split/rules.ts';
import { solve as right } from '../../../core/games/colored-token-split/solve.ts';

/** Takes two edges with the same ends and the same colour for one. */
export function solve(c: Case): boolean {
  const seen = new Set<string>();
  const kept = [...c.colours.keys()].filter((edge) => {
    const name = `${c.edges.tails[edge]} ${c.edges.heads[edge]} ${c.colours[edge]}`;
    return !seen.has(name) && seen.add(name);
  });
  const pick = (values: Int32Array) => Int32Array.from(kept, (edge) => values[edge] as number);
  const edges = { tails: pick(c.edges.tails), heads: pick(c.edges.heads) };
  return right({ ...c, edges, colours: pick(c.colours) });
}
