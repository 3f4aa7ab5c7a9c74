import { defineProof } from '../../proof.ts';
import type { Random } from '../../random/random.ts';
import { oracle, positions } from './oracle.ts';
import { type Case, limits } from './rules.ts';

type Pair = readonly [tail: number, head: number];

/** All pairs of a smaller and a larger vertex, 0-based. */
function allPairs(vertices: number): Pair[] {
  return Array.from({ length: vertices }, (_, tail) =>
    Array.from({ length: vertices - 1 - tail }, (_, d): Pair => [tail, tail + 1 + d]),
  ).flat();
}

function caseOf(vertices: number, pairs: readonly Pair[]): Case {
  const tails = Int32Array.from(pairs, ([tail]) => tail);
  const heads = Int32Array.from(pairs, ([, head]) => head);
  return { vertices, edges: { tails, heads } };
}

/** `edges` of the pairs, or all of them if they are fewer, in random order. */
function randomEdges(random: Random, pairs: readonly Pair[], edges: number): Pair[] {
  return random.shuffled(pairs).slice(0, edges);
}

function randomCase(random: Random, vertices: number, edges: number): Case {
  return caseOf(vertices, randomEdges(random, allPairs(vertices), edges));
}

function completeCase(random: Random, vertices: number): Case {
  return caseOf(vertices, random.shuffled(allPairs(vertices)));
}

const small = {
  random: (random: Random) => [randomCase(random, random.between(2, 6), random.between(0, 9))],

  /** Kills a count that keeps the edge 1 → 2 where both values are equal. */
  'edge-between-the-tokens': (random: Random) => {
    const vertices = random.between(2, 5);
    const others = allPairs(vertices).slice(1);
    return [caseOf(vertices, [[0, 1], ...randomEdges(random, others, random.between(0, 5))])];
  },

  /** Kills a count that takes both values for equal whenever neither is 0. */
  'same-neighbours': (random: Random) => {
    const heads = Array.from({ length: random.between(1, 3) }, (_, index) => index + 2);
    const twins = [0, 1].flatMap((tail) => heads.map((head): Pair => [tail, head]));
    const inner = allPairs(heads.length + 2).filter(([tail]) => tail > 1);
    const edges = [...twins, ...randomEdges(random, inner, random.between(0, 2))];
    return [caseOf(heads.length + 2, random.shuffled(edges))];
  },

  /** Kills the parity of the longest path in place of the Grundy value. */
  'long-way-and-short-cut': (random: Random) => {
    const path = [2, 3, 4].map((head): Pair => [head === 2 ? 0 : head - 1, head]);
    const cuts = allPairs(5).filter(([tail, head]) => head > tail + 1 && head > 2);
    const edges = [...path, ...randomEdges(random, cuts, random.between(1, 3))];
    return [caseOf(5, random.shuffled(edges))];
  },

  /** Kills a count that forgets the edges which no token reaches: they are free. */
  'out-of-reach': (random: Random) => {
    const pairs = allPairs(5).filter(([tail, head]) => tail > 1 || head === 2);
    return [caseOf(5, randomEdges(random, pairs, random.between(1, 6)))];
  },

  complete: (random: Random) => [
    completeCase(random, random.chance(0.1) ? 5 : random.between(2, 4)),
  ],

  'no-edges': (random: Random) => [caseOf(random.between(2, 6), [])],
};

const medium = {
  'up-to-nine': (random: Random) => [
    randomCase(random, random.between(7, 9), random.between(10, 36)),
  ],
};

const large = {
  'published-max': (random: Random) => [completeCase(random, limits.vertices.published)],

  'complete-18': (random: Random) => [completeCase(random, 18)],

  'complete-20': (random: Random) => [completeCase(random, 20)],

  /** Twice as many edges as vertices: most weights are 0. */
  sparse: (random: Random) => [randomCase(random, 22, 44)],

  /** Every second vertex is a sink of a set of its neighbours only. */
  'long-path': () => [
    caseOf(22, [[0, 2], ...Array.from({ length: 21 }, (_, tail): Pair => [tail, tail + 1])]),
  ],

  /** The largest n, and no inner vertex: every one is a sink. */
  'two-stars': () => [
    caseOf(
      limits.vertices.max,
      allPairs(limits.vertices.max).filter(([tail, head]) => tail < 2 && head > 1),
    ),
  ],
};

export const proof = defineProof({ oracle, positions, small, medium, large });
