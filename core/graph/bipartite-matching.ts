import { type BipartiteGraph, UNCOVERED } from './bipartite-graph.ts';
import { pushRelabel } from './push-relabel.ts';

/**
 * A maximum matching: the mate of each vertex, or UNCOVERED. O(m √n), iterative: a path may run
 * through all vertices. A greedy matching and pushes that relabel are the start, in O(n + m); the
 * phases of Hopcroft and Karp end only when no augmenting path is left, whatever the start. On boards
 * they are left with nothing but that last look; from the greedy matching they took twenty to a
 * hundred phases on boards of few holes.
 */
export function maximumMatching(graph: BipartiteGraph): Int32Array {
  const mates = greedyMatching(graph);
  pushRelabel(graph, mates);
  augmentAll(graph, mates);
  return mates;
}

/**
 * Makes any matching a maximum one.
 * Source: J. E. Hopcroft and R. M. Karp, An n^(5/2) algorithm for maximum matchings in bipartite
 * graphs, SIAM J. Comput. 2 (1973). O(m √n).
 */
export function augmentAll(graph: BipartiteGraph, mates: Int32Array): void {
  const phase = new Phase(graph, mates);
  while (phase.layer()) phase.augment();
}

/** Matches each vertex of side 0 with its first uncovered neighbour: most of the work, in one sweep. */
export function greedyMatching({ vertices, offsets, neighbours, sides }: BipartiteGraph) {
  const mates = new Int32Array(vertices).fill(UNCOVERED);
  for (let v = 0; v < vertices; v++) {
    if (sides[v] !== 0) continue;
    for (let place = offsets[v] as number; place < (offsets[v + 1] as number); place++) {
      const neighbour = neighbours[place] as number;
      if (mates[neighbour] !== UNCOVERED) continue;
      mates[v] = neighbour;
      mates[neighbour] = v;
      break;
    }
  }
  return mates;
}

/**
 * One phase: as many disjoint augmenting paths as the layers of a breadth-first search from side 0
 * hold. The layers do not end at the shortest path: longer ones are taken along, which saves most of
 * the phases on big boards. The bound stands: short cuts arise only behind vertices that were
 * uncovered, none of them nearer than the end of the shortest path, and the layers up to there are
 * searched whole, so after the phase each augmenting path is longer.
 */
class Phase {
  readonly #graph: BipartiteGraph;
  readonly #mates: Int32Array;
  /** Of a vertex of side 0: half its distance from an uncovered one, or −1. */
  readonly #layers: Int32Array;
  /** Of a vertex of side 0: the place of the next edge to try. */
  readonly #next: Int32Array;
  readonly #queue: Int32Array;

  constructor(graph: BipartiteGraph, mates: Int32Array) {
    this.#graph = graph;
    this.#mates = mates;
    this.#layers = new Int32Array(graph.vertices);
    this.#next = new Int32Array(graph.vertices);
    this.#queue = new Int32Array(graph.vertices);
  }

  /** Layers side 0 by breadth-first search; false if no augmenting path is left. */
  layer(): boolean {
    const { offsets, neighbours } = this.#graph;
    const mates = this.#mates;
    const layers = this.#layers;
    const queue = this.#queue;
    let filled = this.#enqueueUncovered();
    let augmentable = false;
    for (let first = 0; first < filled; first++) {
      const v = queue[first] as number;
      const below = (layers[v] as number) + 1;
      for (let place = offsets[v] as number; place < (offsets[v + 1] as number); place++) {
        const mate = mates[neighbours[place] as number] as number;
        if (mate === UNCOVERED) augmentable = true;
        else if (layers[mate] === -1) {
          layers[mate] = below;
          queue[filled++] = mate;
        }
      }
    }
    return augmentable;
  }

  #enqueueUncovered(): number {
    const { vertices, offsets, sides } = this.#graph;
    this.#layers.fill(-1);
    let filled = 0;
    for (let v = 0; v < vertices; v++) {
      if (sides[v] !== 0 || this.#mates[v] !== UNCOVERED) continue;
      if (offsets[v] === offsets[v + 1]) continue;
      this.#layers[v] = 0;
      this.#queue[filled++] = v;
    }
    return filled;
  }

  /** Augments along the layers as often as possible. Each edge is tried once. */
  augment(): void {
    const { vertices, offsets } = this.#graph;
    this.#next.set(offsets.subarray(0, vertices));
    for (let v = 0; v < vertices; v++) {
      if (this.#layers[v] === 0) this.#augmentFrom(v);
    }
  }

  /** Depth-first search along the layers; the path's vertices of side 0 take the queue's place. */
  #augmentFrom(start: number): void {
    const { offsets, neighbours } = this.#graph;
    const next = this.#next;
    const path = this.#queue;
    let last = 0;
    path[0] = start;
    while (last >= 0) {
      const v = path[last] as number;
      const place = next[v] as number;
      if (place === offsets[v + 1]) {
        last--;
        continue;
      }
      next[v] = place + 1;
      const mate = this.#mates[neighbours[place] as number] as number;
      if (mate === UNCOVERED) {
        this.#flip(path, last);
        return;
      }
      if (this.#layers[mate] === (this.#layers[v] as number) + 1) path[++last] = mate;
    }
  }

  /** Matches each vertex on the path with the neighbour that it tried last. */
  #flip(path: Int32Array, last: number): void {
    for (let index = last; index >= 0; index--) {
      const v = path[index] as number;
      const neighbour = this.#graph.neighbours[(this.#next[v] as number) - 1] as number;
      this.#mates[v] = neighbour;
      this.#mates[neighbour] = v;
    }
  }
}
