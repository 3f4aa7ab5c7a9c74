import { complete, path } from '../../graph/shapes.ts';
import { defineProof } from '../../proof.ts';
import { randomDag } from '../../random/dag.ts';
import type { Random } from '../../random/random.ts';
import { oracle, positions } from './oracle.ts';
import { type Case, limits } from './rules.ts';

interface Shape {
  readonly vertices: number;
  readonly edges: number;
  readonly colours: number;
  readonly tokens: number;
}

function randomCase(random: Random, shape: Shape): Case {
  const { vertices } = shape;
  const edges = randomDag(random, vertices, vertices < 2 ? 0 : shape.edges);
  const colours = Int32Array.from(edges.tails, () => random.below(shape.colours));
  const tokens = Int32Array.from({ length: shape.tokens }, () => random.below(vertices));
  return { vertices, edges, colours, tokens };
}

const small = {
  random: (random: Random) => [
    randomCase(random, {
      vertices: random.between(1, 4),
      edges: random.between(0, 4),
      colours: random.between(1, 3),
      tokens: random.between(0, 3),
    }),
  ],

  /** Kills a solver that looks at no exponent above the largest colour: few colours, long paths. */
  'one-colour-path': (random: Random) => {
    const vertices = random.between(1, 5);
    const edges = path(vertices);
    const colours = new Int32Array(vertices - 1);
    const tokens = Int32Array.from({ length: random.between(1, 3) }, () => random.below(vertices));
    return [{ vertices, edges, colours, tokens }];
  },

  /** Kills a solver that merges parallel edges: two of one colour cancel. */
  'parallel-edges': (random: Random) => {
    const count = random.between(1, 4);
    const edges = { tails: new Int32Array(count), heads: new Int32Array(count).fill(1) };
    const colours = Int32Array.from({ length: count }, () => random.below(2));
    const tokens = Int32Array.from({ length: random.between(1, 2) }, () => random.below(2));
    return [{ vertices: 2, edges, colours, tokens }];
  },

  'no-edges': (random: Random) => [
    randomCase(random, {
      vertices: random.between(1, 4),
      edges: 0,
      colours: 1,
      tokens: random.between(0, 4),
    }),
  ],
};

const medium = {
  /** Exponents up to 99, in more than one word: two tokens on different vertices never cancel. */
  'two-tokens-far-up': (random: Random) => {
    const edges = complete(100);
    const colours = edges.tails.map((_, edge) => edge);
    const tokens = Int32Array.from([random.below(100), random.below(100)]);
    return [{ vertices: 100, edges, colours, tokens }];
  },

  'many-colours': (random: Random) => [
    randomCase(random, { vertices: 80, edges: 1_500, colours: 60, tokens: random.between(1, 6) }),
  ],
};

const large = {
  'published-max': (random: Random) => [
    randomCase(random, {
      vertices: limits.vertices.published,
      edges: limits.edges.published,
      colours: limits.vertices.published,
      tokens: limits.tokens.published,
    }),
  ],

  /** Exponents above 31 and above 52: every vertex has an edge of its own colour to every smaller one. */
  'complete-distinct-colours': () => {
    const edges = complete(100);
    const colours = edges.tails.map((_, edge) => edge);
    const tokens = Int32Array.of(0, 1, 40, 66, 99, 99);
    return [{ vertices: 100, edges, colours, tokens }];
  },
};

export const proof = defineProof({
  oracle,
  positions,
  won: (answer: boolean) => answer,
  small,
  medium,
  large,
});
