import { type BipartiteGraph, UNCOVERED } from './bipartite-graph.ts';
import { maximumMatching } from './bipartite-matching.ts';

/** Later than any search. */
const REMOVED = 0x7fffffff;

/**
 * A maximum matching of a graph that loses one vertex after the other. The mate of a lost vertex is
 * matched anew by one augmenting path, or no maximum matching of what is left covers more.
 * O(m √n) at the start, O(n + m) a vertex at worst, iterative.
 */
export class ShrinkingMatching {
  readonly #graph: BipartiteGraph;
  readonly #mates: Int32Array;
  /** Uncovered vertices of each side; those without edges end no path and do not count. */
  readonly #uncovered: [number, number] = [0, 0];
  /** The search that saw a vertex last. */
  readonly #seen: Int32Array;
  /** The vertex from which the search came to a vertex. */
  readonly #from: Int32Array;
  readonly #queue: Int32Array;
  #search = 0;

  constructor(graph: BipartiteGraph) {
    const { vertices } = graph;
    this.#graph = graph;
    this.#mates = maximumMatching(graph);
    this.#seen = new Int32Array(vertices);
    this.#from = new Int32Array(vertices);
    this.#queue = new Int32Array(vertices);
    for (let v = 0; v < vertices; v++) {
      if (this.#mates[v] === UNCOVERED) this.#count(v, 1);
    }
  }

  /** Removes a vertex that is still there. True if every maximum matching covered it until now. */
  remove(v: number): boolean {
    const mates = this.#mates;
    const mate = mates[v] as number;
    this.#seen[v] = REMOVED;
    mates[v] = UNCOVERED;
    if (mate !== UNCOVERED) {
      mates[mate] = UNCOVERED;
      if (!this.#augmentFrom(mate)) {
        this.#count(mate, 1);
        return true;
      }
    }
    this.#count(v, -1);
    return false;
  }

  #count(v: number, change: number): void {
    const { offsets } = this.#graph;
    if (offsets[v] === offsets[v + 1]) return;
    this.#uncovered[this.#graph.sides[v] as 0 | 1] += change;
  }

  /** Covers an uncovered vertex by breadth-first search for an uncovered one of the other side. */
  #augmentFrom(start: number): boolean {
    if (this.#uncovered[(1 - (this.#graph.sides[start] as number)) as 0 | 1] === 0) return false;
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
        this.#seen[neighbour] = search;
        this.#from[neighbour] = v;
        const mate = this.#mates[neighbour] as number;
        if (mate === UNCOVERED) {
          this.#flip(neighbour);
          return true;
        }
        queue[filled++] = mate;
      }
    }
    return false;
  }

  /** Matches the vertices of a path from its far end back to its start. */
  #flip(end: number): void {
    for (let neighbour = end; neighbour !== UNCOVERED; ) {
      const v = this.#from[neighbour] as number;
      const before = this.#mates[v] as number;
      this.#mates[v] = neighbour;
      this.#mates[neighbour] = v;
      neighbour = before;
    }
  }
}
