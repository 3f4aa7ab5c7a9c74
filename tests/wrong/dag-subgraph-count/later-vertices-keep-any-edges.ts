import type { Case } from '../../../core/games/dag-subgraph-count/rules.ts';

/**
 * Sums over the layer of value 0, but forgets that every later vertex keeps an edge into it: subsets
 * are counted once for each independent set in place of their layer.
 */
export function solve(c: Case): number {
  const edges = [...c.edges.tails.keys()].map(
    (edge) => [c.edges.tails[edge] as number, c.edges.heads[edge] as number] as const,
  );
  const inside = (set: number) =>
    edges.filter(([tail, head]) => (set >> tail) & (set >> head) & 1).length;
  const equal = (set: number): number => {
    let subsets = 0;
    for (let layer = set; layer > 0; layer = (layer - 1) & set) {
      const tokens = layer & 3;
      if (tokens === 1 || tokens === 2) continue;
      const later = set ^ layer;
      const between = inside(set) - inside(layer) - inside(later);
      subsets += 2 ** between * (tokens === 3 ? 2 ** inside(later) : equal(later));
    }
    return subsets;
  };
  return 2 ** edges.length - equal(2 ** c.vertices - 1);
}
