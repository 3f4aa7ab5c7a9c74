import { type BipartiteGraph, UNCOVERED } from './bipartite-graph.ts';
import { maximumMatching } from './bipartite-matching.ts';
import { DeadEnds } from './dead-ends.ts';

/** Later than any search. */
const REMOVED = 0x7fffffff;

/**
 * A maximum matching of a graph that loses one vertex after the other. The mate of a lost vertex is
 * matched anew by one augmenting path, or no maximum matching of what is left covers more.
 *
 * O(m √n) at the start, O(n + m) a vertex at worst, iterative. A search that fails is remembered as a
 * dead end (graph/dead-ends) and not made again until a path has led out of there or an uncovered
 * vertex has come to be in it; and where no uncovered vertex could be the end, there is none.
 */
export class ShrinkingMatching {
  readonly #graph: BipartiteGraph;
  readonly #mates: Int32Array;
  /** How many neighbours of a vertex are left; more than 255 count as 255 and are never counted down. */
  readonly #left: Uint8Array;
  /** Uncovered vertices of each side that have a neighbour; without one they end no path. */
  readonly #uncovered: [number, number] = [0, 0];
  readonly #deadEnds: DeadEnds;
  /** The search that saw a vertex last. */
  readonly #seen: Int32Array;
  /** The vertex from which the search came to a vertex. */
  readonly #from: Int32Array;
  readonly #queue: Int32Array;
  #search = 0;

  constructor(graph: BipartiteGraph) {
    const { vertices, offsets } = graph;
    this.#graph = graph;
    this.#mates = maximumMatching(graph);
    this.#deadEnds = new DeadEnds(graph, this.#mates);
    this.#left = new Uint8Array(vertices);
    this.#seen = new Int32Array(vertices);
    this.#from = new Int32Array(vertices);
    this.#queue = new Int32Array(vertices);
    for (let v = 0; v < vertices; v++) {
      this.#left[v] = Math.min(255, (offsets[v + 1] as number) - (offsets[v] as number));
      if (this.#mates[v] === UNCOVERED) this.#count(v, 1);
    }
  }

  /** Removes a vertex that is still there. True if every maximum matching covered it until now. */
  remove(v: number): boolean {
    const mates = this.#mates;
    const mate = mates[v] as number;
    if (mate === UNCOVERED) this.#count(v, -1);
    this.#seen[v] = REMOVED;
    this.#tellNeighbours(v);
    if (mate === UNCOVERED) return false;
    mates[v] = UNCOVERED;
    mates[mate] = UNCOVERED;
    if (this.#augmentFrom(mate)) return false;
    this.#count(mate, 1);
    return true;
  }

  #count(v: number, change: number): void {
    if (this.#left[v] === 0) return;
    this.#uncovered[this.#graph.sides[v] as 0 | 1] += change;
  }

  /** A removed vertex is a neighbour no more. */
  #tellNeighbours(v: number): void {
    const { offsets, neighbours } = this.#graph;
    const left = this.#left;
    for (let place = offsets[v] as number; place < (offsets[v + 1] as number); place++) {
      const neighbour = neighbours[place] as number;
      if (this.#seen[neighbour] === REMOVED || left[neighbour] === 255) continue;
      if (left[neighbour] === 1 && this.#mates[neighbour] === UNCOVERED) this.#count(neighbour, -1);
      left[neighbour] = (left[neighbour] as number) - 1;
    }
  }

  /** Covers an uncovered vertex by breadth-first search for an uncovered one of the other side. */
  #augmentFrom(start: number): boolean {
    const deadEnds = this.#deadEnds;
    const side = this.#graph.sides[start] as 0 | 1;
    if (deadEnds.isDead(start, side)) return false;
    if (this.#uncovered[(1 - side) as 0 | 1] === 0) {
      deadEnds.revive(start);
      return false;
    }
    const { offsets, neighbours } = this.#graph;
    const queue = this.#queue;
    const search = ++this.#search;
    let filled = 1;
    queue[0] = start;
    for (let first = 0; first < filled; first++) {
      const v = queue[first] as number;
      for (let place = offsets[v] as number; place < (offsets[v + 1] as number); place++) {
        const neighbour = neighbours[place] as number;
        if ((this.#seen[neighbour] as number) >= search) continue;
        if (deadEnds.isDead(neighbour, side)) continue;
        this.#seen[neighbour] = search;
        this.#from[neighbour] = v;
        const mate = this.#mates[neighbour] as number;
        if (mate === UNCOVERED) {
          this.#count(neighbour, -1);
          this.#flip(neighbour);
          return true;
        }
        queue[filled++] = mate;
      }
    }
    deadEnds.add(queue.subarray(0, filled), side);
    return false;
  }

  /** Matches the vertices of a path from its far end back to its start. */
  #flip(end: number): void {
    const mates = this.#mates;
    let left = UNCOVERED;
    for (let neighbour = end; neighbour !== UNCOVERED; ) {
      const v = this.#from[neighbour] as number;
      const before = mates[v] as number;
      mates[v] = neighbour;
      mates[neighbour] = v;
      if (this.#deadEnds.isLeft(v, neighbour)) left = v;
      neighbour = before;
    }
    if (left !== UNCOVERED) this.#deadEnds.revive(left);
  }
}
