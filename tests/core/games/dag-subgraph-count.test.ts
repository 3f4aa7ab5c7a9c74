import { describe, expect, test } from 'vitest';
import { cost, countPairs, split } from '../../../core/games/dag-subgraph-count/plan.ts';
import type { Case } from '../../../core/games/dag-subgraph-count/rules.ts';
import { solve, twoSources } from '../../../core/games/dag-subgraph-count/solve.ts';
import { bitCount } from '../../../core/number/bits.ts';
import { Random } from '../../../core/random/random.ts';
import type { TwoSources } from '../../../core/theory/count-by-grundy-layers.ts';
import { solve as layerCount } from '../../second/dag-subgraph-count/layer-count.ts';

const complete = (vertices: number) => randomGraph(new Random(0), vertices, 1);

function randomGraph(random: Random, vertices: number, density: number): Case {
  const tails: number[] = [];
  const heads: number[] = [];
  for (let tail = 0; tail < vertices; tail++) {
    for (let head = tail + 1; head < vertices; head++) {
      if (!random.chance(density)) continue;
      tails.push(tail);
      heads.push(head);
    }
  }
  return { vertices, edges: { tails: Int32Array.from(tails), heads: Int32Array.from(heads) } };
}

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

describe('split', () => {
  test('gives the same count for any cutting of rounds of many blocks', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const c = randomGraph(random, random.between(12, 16), random.between(4, 10) / 10);
      expect(solvedInParts(c, random), `seed ${seed}`).toBe(solve(c));
    }
  });

  /** Each round in up to nine parts, which are solved in random order. */
  function solvedInParts(c: Case, random: Random): unknown {
    let state = split.start(c);
    for (let round = 0; round < split.rounds(c); round++) {
      const parts = split.parts(c, round, random.between(1, 9));
      const partials = new Map<unknown, unknown>();
      for (const part of random.shuffled(parts)) {
        partials.set(part, split.solvePart(c, state, part));
      }
      state = split.merge(
        c,
        state,
        parts.map((part) => partials.get(part)),
      );
    }
    return split.finish(c, state);
  }

  test('cuts a big round into the wanted number of parts of like cost', () => {
    const c = complete(20);
    const parts = split.parts(c, split.rounds(c) - 1, 8) as { first: number; last: number }[];
    const costs = parts.map(({ first, last }) => {
      let pairs = 0;
      for (let block = first; block < last; block++) pairs += 2 ** bitCount(block);
      return pairs;
    });
    expect(costs).toHaveLength(8);
    expect(Math.max(...costs)).toBeLessThan(1.2 * Math.min(...costs));
  });
});

describe('cost', () => {
  test.each([12, 15, 18, 24])('counts the pairs of the complete graph of %i vertices', (n) => {
    const { pairs } = countPairs(twoSources(complete(n)));
    expect(pairs).toBe((3 ** (n - 3) - 1) / 2 + 2 ** (n - 3));
  });

  test('estimates the pairs of other graphs within a factor of 2', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const graph = twoSources(
        randomGraph(random, random.between(14, 18), random.between(3, 9) / 10),
      );
      const counted = 2 ** graph.inner + allPairs(graph);
      const ratio = countPairs(graph).pairs / counted;
      expect(Math.max(ratio, 1 / ratio), `seed ${seed}, inner ${graph.inner}`).toBeLessThan(2);
    }
  });

  /** For each T ≠ ∅ the sets Q of other vertices that all have an edge into T. */
  function allPairs({ inner, out }: TwoSources): number {
    let pairs = 0;
    for (let layer = 1; layer < 2 ** inner; layer++) {
      const later = out
        .subarray(0, inner)
        .filter((heads, v) => !((layer >> v) & 1) && heads & layer);
      pairs += 2 ** later.length;
    }
    return pairs;
  }

  test('is lower for sparse graphs', () => {
    const sparse = randomGraph(new Random(1), 20, 0.5);
    expect(cost(sparse).steps).toBeLessThan(0.8 * cost(complete(20)).steps);
  });
});
