import { describe, expect, test } from 'vitest';
import { type BipartiteGraph, UNCOVERED } from '../../../core/graph/bipartite-graph.ts';
import { augmentAll, maximumMatching } from '../../../core/graph/bipartite-matching.ts';
import { outEdges } from '../../../core/graph/csr.ts';
import { essentialVertices } from '../../../core/graph/essential-vertices.ts';
import { ShrinkingMatching } from '../../../core/graph/shrinking-matching.ts';
import { Random } from '../../../core/random/random.ts';

type Edge = readonly [number, number];

function graphOf(vertices: number, edges: readonly Edge[]): BipartiteGraph {
  const tails = Int32Array.from(edges.flat());
  const heads = Int32Array.from(edges.flatMap(([u, v]) => [v, u]));
  const { offsets, heads: neighbours } = outEdges(vertices, { tails, heads });
  const sides = new Uint8Array(vertices);
  for (const [, v] of edges) sides[v] = 1;
  return { vertices, offsets, neighbours, sides };
}

/** Up to 5 + 5 vertices, in random order, so that either side may hold any number. */
function randomEdges(random: Random): { vertices: number; edges: Edge[] } {
  const vertices = random.between(1, 10);
  const names = random.shuffled(Array.from({ length: vertices }, (_, v) => v));
  const left = random.between(0, Math.min(5, vertices));
  const density = random.pick([0.2, 0.4, 0.7]);
  const edges: Edge[] = [];
  for (let u = 0; u < left; u++) {
    for (let v = left; v < vertices; v++) {
      if (random.chance(density)) edges.push([names[u] as number, names[v] as number]);
    }
  }
  return { vertices, edges };
}

/** The most edges without a common end: take the first edge or leave it. */
function largest(edges: readonly Edge[]): number {
  const [first, ...rest] = edges;
  if (first === undefined) return 0;
  const apart = rest.filter((edge) => !edge.some((v) => first.includes(v)));
  return Math.max(largest(rest), 1 + largest(apart));
}

function without(edges: readonly Edge[], gone: readonly number[]): Edge[] {
  return edges.filter((edge) => !edge.some((v) => gone.includes(v)));
}

/** A path of n vertices whose numbers go up or down, even ones on side 0. */
function path(vertices: number, name: (v: number) => number): BipartiteGraph {
  const edges = Array.from({ length: vertices - 1 }, (_, v): Edge => [name(v), name(v + 1)]);
  return graphOf(
    vertices,
    edges.map(([u, v], index) => (index % 2 === 0 ? [u, v] : [v, u])),
  );
}

const seeds = Array.from({ length: 400 }, (_, seed) => seed);

/** The phases of Hopcroft and Karp alone, from nothing. */
function fromNothing(graph: BipartiteGraph): Int32Array {
  const mates = new Int32Array(graph.vertices).fill(UNCOVERED);
  augmentAll(graph, mates);
  return mates;
}

describe.each([maximumMatching, fromNothing])('%o', (matching) => {
  test('is a matching along edges, as large as brute force finds', () => {
    for (const seed of seeds) {
      const { vertices, edges } = randomEdges(new Random(seed));
      const mates = matching(graphOf(vertices, edges));
      const covered = [...mates.keys()].filter((v) => mates[v] !== UNCOVERED);
      expect(covered.length, `seed ${seed}`).toBe(2 * largest(edges));
      for (const v of covered) {
        const mate = mates[v] as number;
        expect(mates[mate]).toBe(v);
        expect(edges.some((edge) => edge.includes(v) && edge.includes(mate))).toBe(true);
      }
    }
  });

  test('augments along a path through a million vertices', () => {
    const vertices = 1_000_000;
    // Side 0 takes its first neighbour, the one of the lower number: here the one behind it.
    const graph = path(vertices, (v) => vertices - 1 - v);
    const mates = matching(graph);
    expect(mates.indexOf(UNCOVERED)).toBe(-1);
  });
});

describe('essentialVertices', () => {
  test('are those whose removal makes the matching smaller', () => {
    for (const seed of seeds) {
      const { vertices, edges } = randomEdges(new Random(seed));
      const graph = graphOf(vertices, edges);
      const size = largest(edges);
      const expected = Array.from({ length: vertices }, (_, v) =>
        Number(largest(without(edges, [v])) < size),
      );
      expect([...essentialVertices(graph, maximumMatching(graph))], `seed ${seed}`).toEqual(
        expected,
      );
    }
  });

  test('along a path of odd length every other vertex is one', () => {
    const graph = path(999_999, (v) => v);
    const essential = essentialVertices(graph, maximumMatching(graph));
    expect(essential.every((bit, v) => bit === v % 2)).toBe(true);
  });
});

describe('ShrinkingMatching', () => {
  test('tells of each removed vertex whether the matching becomes smaller', () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const { vertices, edges } = randomEdges(random);
      const order = random.shuffled(Array.from({ length: vertices }, (_, v) => v));
      const matching = new ShrinkingMatching(graphOf(vertices, edges));
      const told = order.map((v) => matching.remove(v));
      const sizes = order.map((_, gone) => largest(without(edges, order.slice(0, gone))));
      expect(told, `seed ${seed}`).toEqual(
        sizes.map((size, gone) => (sizes[gone + 1] ?? 0) < size),
      );
    }
  });
});
