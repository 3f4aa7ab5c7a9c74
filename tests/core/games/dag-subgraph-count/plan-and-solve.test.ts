import { describe, expect, test } from 'vitest';
import { cost } from '../../../../core/games/dag-subgraph-count/plan.ts';
import { twoSources } from '../../../../core/games/dag-subgraph-count/shares.ts';
import { solve } from '../../../../core/games/dag-subgraph-count/solve.ts';
import { Random } from '../../../../core/random/random.ts';
import type { TwoSources } from '../../../../core/theory/count-by-grundy-layers.ts';
import { solve as layerCount } from '../../../second/dag-subgraph-count/layer-count.ts';
import { complete, randomGraph } from './graphs.ts';

describe('solve', () => {
  test.each([
    [15, 587088523],
    [18, 334057007],
    [20, 7596135],
  ])('gives the published count of the complete graph of %i vertices', (vertices, count) => {
    expect(solve(complete(vertices))).toBe(count);
  });

  test('agrees with the count by layers on complete graphs, also where counts pass the modulus', () => {
    for (let vertices = 2; vertices <= 12; vertices++) {
      expect(solve(complete(vertices)), `n = ${vertices}`).toBe(layerCount(complete(vertices)));
    }
  });

  test('agrees with the count by layers on sparse and dense graphs', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const c = randomGraph(random, random.between(2, 12), random.between(1, 9) / 10);
      expect(solve(c), `seed ${seed}`).toBe(layerCount(c));
    }
  });
});

describe('cost', () => {
  test.each([12, 15, 18, 24])('counts the pairs of the complete graph of %i vertices', (n) => {
    const { count, error } = cost(complete(n)).units ?? { count: 0, error: 1 };
    expect(count).toBe((3 ** (n - 3) - 1) / 2 + 2 ** (n - 3));
    expect(error).toBeCloseTo(0);
  });

  test('estimates the pairs of other graphs within a few of its standard errors', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const c = randomGraph(random, random.between(15, 19), random.between(3, 9) / 10);
      const graph = twoSources(c);
      const { count, error } = cost(c).units ?? { count: 0, error: 0 };
      const counted = 2 ** graph.inner + allPairs(graph);
      // Round 0 is taken for that of a complete graph.
      const slack = 3 ** Math.min(9, graph.inner) / 2;
      expect(Math.abs(count - counted), `seed ${seed}, inner ${graph.inner}`).toBeLessThan(
        5 * error * count + slack,
      );
    }
  });

  /** For each T ≠ ∅ the sets Q of vertices below its largest that all have an edge into T. */
  function allPairs({ inner, out }: TwoSources): number {
    let pairs = 0;
    for (let layer = 1; layer < 2 ** inner; layer++) {
      const top = 31 - Math.clz32(layer);
      const later = out.subarray(0, top).filter((heads, v) => !((layer >> v) & 1) && heads & layer);
      pairs += 2 ** later.length;
    }
    return pairs;
  }

  test('is lower for sparse graphs', () => {
    const sparse = randomGraph(new Random(1), 24, 0.5);
    expect(cost(sparse).steps).toBeLessThan(0.8 * cost(complete(24)).steps);
  });
});
