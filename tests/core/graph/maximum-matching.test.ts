import { describe, expect, test } from 'vitest';
import { type BipartiteGraph, UNCOVERED } from '../../../core/graph/bipartite-graph.ts';
import {
  augmentAll,
  greedyMatching,
  maximumMatching,
} from '../../../core/graph/bipartite-matching.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { pushRelabel } from '../../../core/graph/push-relabel.ts';
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

function boardOf(seed: number, blocked: number): BipartiteGraph {
  const random = new Random(seed);
  const open = Uint8Array.from({ length: 10_000 }, () => Number(!random.chance(blocked)));
  return gridGraph(100, 100, open);
}

/** How many vertices a matching covers, each by a mate that it covers in turn; −1 if one is not. */
function coveredBy(mates: Int32Array): number {
  const covered = [...mates.keys()].filter((v) => mates[v] !== UNCOVERED);
  return covered.every((v) => mates[mates[v] as number] === v) ? covered.length : -1;
}

describe.each([0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.45])(
  'on boards of 100 × 100 with a share of %d blocked',
  (blocked) => {
    test('as much is matched as can be', () => {
      for (let seed = 0; seed < 5; seed++) {
        const graph = boardOf(seed, blocked);
        const mates = maximumMatching(graph);
        expect(coveredBy(mates)).toBeGreaterThan(0);
        expect(hasAugmentingPath(graph, mates)).toBe(false);
      }
    });

    test('pushes take no covered vertex away and leave little or nothing to add', () => {
      for (let seed = 0; seed < 5; seed++) {
        const graph = boardOf(seed, blocked);
        const mates = greedyMatching(graph);
        const before = coveredBy(mates);
        pushRelabel(graph, mates);
        const after = coveredBy(mates);
        expect(after).toBeGreaterThanOrEqual(before);
        augmentAll(graph, mates);
        expect(coveredBy(mates) - after).toBeLessThanOrEqual(2);
      }
    });
  },
);
