import { complete, path, star } from '../../graph/shapes.ts';
import { defineProof } from '../../proof.ts';
import { randomDag } from '../../random/dag.ts';
import type { Random } from '../../random/random.ts';
import { literal, oracle, positions } from './oracle.ts';
import { type Case, limits } from './rules.ts';

interface Shape {
  readonly vertices: number;
  readonly edges: number;
  readonly tokens: number;
}

function randomTokens(random: Random, count: number, vertices: number): Int32Array {
  return Int32Array.from({ length: count }, () => random.below(vertices));
}

function randomCase(random: Random, shape: Shape): Case {
  const { vertices } = shape;
  const edges = randomDag(random, vertices, vertices < 2 ? 0 : shape.edges);
  return { vertices, edges, tokens: randomTokens(random, shape.tokens, vertices) };
}

const small = {
  random: (random: Random) =>
    Array.from({ length: random.between(1, 3) }, () =>
      randomCase(random, {
        vertices: random.between(1, 6),
        edges: random.between(0, 8),
        tokens: random.between(0, 4),
      }),
    ),

  /** Values 0, 1, 0, 1 …: from four tokens on, edges that raise the value leave the theorem. */
  'path-of-rising-values': (random: Random) => {
    const vertices = random.between(2, 5);
    const tokens = randomTokens(random, random.between(3, 5), vertices);
    return [{ vertices, edges: path(vertices), tokens }];
  },

  /** No edge raises the value: inside the theorem for any number of tokens. Kills nim-sums. */
  'complete-graph': (random: Random) => {
    const vertices = random.between(2, 4);
    const tokens = randomTokens(random, random.between(1, 4), vertices);
    return [{ vertices, edges: complete(vertices), tokens }];
  },

  /** Kills what merges parallel edges, or lets one token make both moves of a pair. */
  'parallel-edges': (random: Random) => {
    const count = random.between(1, 5);
    const edges = { tails: new Int32Array(count), heads: new Int32Array(count).fill(1) };
    return [{ vertices: 2, edges, tokens: randomTokens(random, random.between(1, 5), 2) }];
  },

  /** Kills what counts a pair in both orders, or takes the tokens of a vertex for one. */
  'all-tokens-on-the-centre-of-a-star': (random: Random) => {
    const leaves = random.between(1, 4);
    const tokens = new Int32Array(random.between(1, 5));
    return [{ vertices: leaves + 1, edges: star(leaves), tokens }];
  },

  'no-edges': (random: Random) => [
    randomCase(random, {
      vertices: random.between(1, 4),
      edges: 0,
      tokens: random.between(0, 4),
    }),
  ],
};

const medium = {
  /** Grundy values of up to six digits. */
  'large-values': (random: Random) => [
    { vertices: 45, edges: complete(45), tokens: randomTokens(random, random.between(2, 6), 45) },
  ],

  'dense-and-random': (random: Random) => [
    randomCase(random, { vertices: 60, edges: 600, tokens: random.between(2, 8) }),
  ],
};

const large = {
  'published-max': (random: Random) => [
    randomCase(random, {
      vertices: limits.vertices.published,
      edges: limits.edges.published,
      tokens: limits.tokens.published,
    }),
  ],

  /** The count is 1,113,329,534,551: beyond 32 bits. */
  'star-with-299-tokens': () => [
    { vertices: 5_000, edges: star(4_999), tokens: new Int32Array(299) },
  ],

  /** The largest Grundy value, 446, that 10^5 edges allow, and as many changes as there can be. */
  'largest-grundy-values': (random: Random) => [
    { vertices: 447, edges: complete(447), tokens: randomTokens(random, 300, 447) },
  ],

  'long-path': (random: Random) => [
    { vertices: 200_000, edges: path(200_000), tokens: randomTokens(random, 300, 200_000) },
  ],

  'many-cases': (random: Random) =>
    Array.from({ length: 2_000 }, () => randomCase(random, { vertices: 20, edges: 40, tokens: 6 })),
};

export const proof = defineProof({ oracle, literal, positions, small, medium, large });
