import type { Edges } from '../../graph/csr.ts';
import { complete, path, star } from '../../graph/shapes.ts';
import { defineProof } from '../../proof.ts';
import { randomDag } from '../../random/dag.ts';
import type { Random } from '../../random/random.ts';
import { accepts, oracle, positions } from './oracle.ts';
import { type Answer, type Case, limits } from './rules.ts';

/** Heights up to a largest one that leaves few hundred positions to the oracle. */
function lowHeights(random: Random, vertices: number): Uint32Array {
  const largest = [7, 7, 7, 7, 3, 1][vertices] ?? 1;
  return heightsUpTo(random, vertices, random.chance(0.5) ? largest : 1);
}

function heightsUpTo(random: Random, vertices: number, largest: number): Uint32Array {
  return Uint32Array.from({ length: vertices }, () => random.between(0, largest));
}

/** Every vertex of a row has an edge to every one of the next row. */
function rows(count: number, width: number): Edges {
  const edges = (count - 1) * width * width;
  const tail = (edge: number) => Math.floor(edge / width);
  const nextRow = (edge: number) => (Math.floor(edge / width / width) + 1) * width;
  return {
    tails: Int32Array.from({ length: edges }, (_, edge) => tail(edge)),
    heads: Int32Array.from({ length: edges }, (_, edge) => nextRow(edge) + (edge % width)),
  };
}

/** A game beside a copy of itself, which is lost. */
function twice({ vertices, edges, heights }: Case): Case {
  const both = (ends: Int32Array) => Int32Array.from([...ends, ...ends.map((v) => v + vertices)]);
  return {
    vertices: 2 * vertices,
    edges: { tails: both(edges.tails), heads: both(edges.heads) },
    heights: Uint32Array.from([...heights, ...heights]),
  };
}

const small = {
  random: (random: Random) => {
    const vertices = random.between(1, 5);
    const edges = randomDag(random, vertices, vertices < 2 ? 0 : random.between(0, 6));
    return [{ vertices, edges, heights: lowHeights(random, vertices) }];
  },

  /** Kills layers by the longest path: on a path the layers are 0, 1, 0, 1 …. */
  'path-and-chords': (random: Random) => {
    const vertices = random.between(2, 4);
    const { tails, heads } = path(vertices);
    const chord = randomDag(random, vertices, 1);
    const forward = (chord.tails[0] as number) > (chord.heads[0] as number);
    const edges = {
      tails: Int32Array.from([...tails, ...(forward ? chord.tails : chord.heads)]),
      heads: Int32Array.from([...heads, ...(forward ? chord.heads : chord.tails)]),
    };
    return [{ vertices, edges, heights: lowHeights(random, vertices) }];
  },

  /** Kills what starts from a low layer, or leaves the lower layers as they are. */
  'complete-graph': (random: Random) => {
    const vertices = random.between(2, 3);
    return [{ vertices, edges: complete(vertices), heights: lowHeights(random, vertices) }];
  },

  /** Kills what lets every successor of a layer take up that layer's xor, instead of one. */
  star: (random: Random) => {
    const leaves = random.between(2, 3);
    return [{ vertices: leaves + 1, edges: star(leaves), heights: lowHeights(random, leaves + 1) }];
  },

  /** Plain Nim. Kills what lowers the first vertex of a layer whether its height allows it or not. */
  'no-edges': (random: Random) => {
    const vertices = random.between(1, 3);
    return [{ vertices, edges: path(1), heights: lowHeights(random, vertices) }];
  },

  /** Lost, or nearly so: half of the cases have one height of the copy changed. */
  'twice-the-same': (random: Random) => {
    const edges = randomDag(random, 2, random.below(3));
    const c = twice({ vertices: 2, edges, heights: heightsUpTo(random, 2, 1) });
    if (random.chance(0.5)) c.heights[random.below(4)] = random.below(2);
    return [c];
  },

  'all-zero': (random: Random) => {
    const vertices = random.between(1, 5);
    const edges = vertices < 2 ? path(1) : randomDag(random, vertices, random.below(6));
    return [{ vertices, edges, heights: new Uint32Array(vertices) }];
  },
};

function highHeights(random: Random, vertices: number): Uint32Array {
  return heightsUpTo(random, vertices, limits.height.published);
}

const large = {
  'published-max': (random: Random) => {
    const vertices = limits.vertices.published;
    const edges = randomDag(random, vertices, limits.edges.published);
    return [{ vertices, edges, heights: highHeights(random, vertices) }];
  },

  'long-path': (random: Random) => [
    { vertices: 200_000, edges: path(200_000), heights: highHeights(random, 200_000) },
  ],

  star: (random: Random) => [
    { vertices: 200_000, edges: star(199_999), heights: highHeights(random, 200_000) },
  ],

  /** As many layers as 200,000 edges allow: 632, all of them to be repaired. */
  'most-layers': (random: Random) => [
    { vertices: 632, edges: complete(632), heights: highHeights(random, 632) },
  ],

  /** Wide rows, one behind the other: deep and dense at once. */
  rows: (random: Random) => [
    { vertices: 20_000, edges: rows(2_000, 10), heights: highHeights(random, 20_000) },
  ],

  /** Heights with the sign bit of 32-bit numbers set. */
  'heights-above-two-to-the-31': (random: Random) => [
    {
      vertices: 1_000,
      edges: randomDag(random, 1_000, 5_000),
      heights: heightsUpTo(random, 1_000, limits.height.max),
    },
  ],
};

export const proof = defineProof<Case, Answer>({
  oracle,
  accepts,
  positions,
  won: (answer) => answer !== null,
  small,
  large,
});
