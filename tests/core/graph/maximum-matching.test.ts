import { expect, test } from 'vitest';
import type { BipartiteGraph } from '../../../core/graph/bipartite-graph.ts';
import { maximumMatching, UNCOVERED } from '../../../core/graph/bipartite-matching.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { Random } from '../../../core/random/random.ts';

/** By C. Berge a matching is maximum exactly if no alternating path joins two uncovered vertices. */
function hasAugmentingPath(
  { vertices, offsets, neighbours, sides }: BipartiteGraph,
  mates: Int32Array,
): boolean {
  const reached = new Set<number>();
  for (let v = 0; v < vertices; v++) if (sides[v] === 0 && mates[v] === UNCOVERED) reached.add(v);
  for (const v of reached) {
    for (const neighbour of neighbours.subarray(offsets[v], offsets[v + 1])) {
      const mate = mates[neighbour] as number;
      if (mate === UNCOVERED) return true;
      reached.add(mate);
    }
  }
  return false;
}

test.each([0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.45])(
  'boards of 100 × 100 with a share of %d blocked are matched as far as can be',
  (blocked) => {
    for (let seed = 0; seed < 5; seed++) {
      const random = new Random(seed);
      const open = Uint8Array.from({ length: 10_000 }, () => Number(!random.chance(blocked)));
      const graph = gridGraph(100, 100, open);
      const mates = maximumMatching(graph);
      const covered = [...mates.keys()].filter((v) => mates[v] !== UNCOVERED);
      expect(covered.every((v) => mates[mates[v] as number] === v)).toBe(true);
      expect(hasAugmentingPath(graph, mates)).toBe(false);
    }
  },
);
