import { describe, expect, test } from 'vitest';
import type { BipartiteGraph } from '../../../core/graph/bipartite-graph.ts';
import { gridGraph } from '../../../core/graph/grid-graph.ts';
import { Random } from '../../../core/random/random.ts';
import { bruteForce } from '../../../core/theory/brute-force.ts';
import { wonAlong, wonStarts } from '../../../core/theory/vertex-geography.ts';

/** The vertices entered so far, in order; the token is on the last one. */
type Walk = readonly number[];

type Arc = (tail: number, head: number) => boolean;

/** Plays vertex geography on the edges of a graph that may be taken from tail to head. */
function byPlay({ offsets, neighbours }: BipartiteGraph, allowed: Arc = () => true) {
  return bruteForce<Walk>(
    (walk) => {
      const token = walk.at(-1) as number;
      const heads = neighbours.subarray(offsets[token], offsets[token + 1]);
      return Array.from(heads)
        .filter((head) => !walk.includes(head) && allowed(token, head))
        .map((head) => [...walk, head]);
    },
    (walk) => walk.join(' '),
  );
}

function randomGraph(random: Random): BipartiteGraph {
  const open = Uint8Array.from({ length: 12 }, () => Number(random.chance(0.75)));
  return gridGraph(3, 4, open);
}

const seeds = Array.from({ length: 100 }, (_, seed) => seed);

describe('vertex geography', () => {
  test('is won from the starts that every maximum matching covers', () => {
    for (const seed of seeds) {
      const graph = randomGraph(new Random(seed));
      const wins = byPlay(graph);
      const played = Array.from({ length: 12 }, (_, v) => Number(wins([v])));
      expect([...wonStarts(graph)], `seed ${seed}`).toEqual(played);
    }
  });

  test('is judged along a walk by what the walk has left', () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const graph = randomGraph(random);
      const wins = byPlay(graph);
      const walk = [random.below(12)];
      for (let token = walk[0]; token !== undefined; ) {
        const row = graph.neighbours.subarray(graph.offsets[token], graph.offsets[token + 1]);
        token = random.shuffled([...row]).find((next) => !walk.includes(next));
        if (token !== undefined) walk.push(token);
      }
      const played = walk.map((_, step) => Number(wins(walk.slice(0, step + 1))));
      expect([...wonAlong(graph, Int32Array.from(walk))], `seed ${seed}`).toEqual(played);
    }
  });

  test('is another game on a directed graph: a covered vertex may have no way out', () => {
    const edge = gridGraph(1, 2, Uint8Array.of(1, 1));
    expect([...wonStarts(edge)]).toEqual([1, 1]);
    const wins = byPlay(edge, (tail, head) => tail < head);
    expect([wins([0]), wins([1])]).toEqual([true, false]);
  });
});
