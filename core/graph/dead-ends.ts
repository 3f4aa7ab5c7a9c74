import { type BipartiteGraph, UNCOVERED } from './bipartite-graph.ts';

/** Mark of a vertex that is in no dead end; those of a dead end of side 0 and 1 are 1 and 2. */
const ALIVE = 0;

/**
 * Where searches for augmenting paths have failed. A *dead end of side A* is a set S of vertices of
 * side A and a set N of vertices of the other side, so that
 *   (1) all neighbours of S are in N, and
 *   (2) all of N is covered, by mates in S.
 * An alternating path that starts in S, or comes to N from a vertex of side A, never gets out of S and
 * N and meets no uncovered vertex of the other side: searches from side A need not go there.
 *
 * What a failed search from side A has visited is a dead end, as it stopped at nothing but dead ends
 * of A. What keeps (1) and (2) true, or mends them, where the graph loses a vertex and is matched anew:
 * - A vertex of N is lost: its mate is in S, and nothing else changes. One of S without a mate: nothing.
 * - A vertex of S is lost whose mate n is in N, and no search from n ends: n is uncovered against
 *   (2). Then all that could get to n by an alternating path from side A are alive again (`revive`):
 *   the neighbours of n that are dead, their mates, the neighbours of these, and so on. For the others
 *   (1) and (2) hold as before, since they have no neighbour and no mate among those.
 * - The same, and a path from n covers it. From inside it may lead out of the dead end once, from
 *   some n′ in N to a vertex outside of S, and never comes back, for by (1) it would have to leave a
 *   vertex of N to do so. Along it all mates of N stay in S but that of n′: `revive` as before.
 * - The path of a search that starts outside: it does not enter N if it is one of side A; one of the
 *   other side could enter S only from N, by (1). So it does not touch a dead end.
 * - A search of the other side fails: what it has visited is a dead end of that side and none of A any
 *   more. For the rest of a dead end of A the same holds as when some of it is revived.
 *
 * Marks are cleared no more often than set, so only searches cost; but an adversary can have the same
 * vertices visited again and again, by dead ends of one side and the other in turn.
 */
export class DeadEnds {
  readonly #graph: BipartiteGraph;
  readonly #mates: Int32Array;
  readonly #marks: Uint8Array;
  /** Revived vertices whose neighbours are still to be; empty between calls. */
  readonly #stack: number[] = [];

  /** `mates` is looked at whenever something changes. */
  constructor(graph: BipartiteGraph, mates: Int32Array) {
    this.#graph = graph;
    this.#mates = mates;
    this.#marks = new Uint8Array(graph.vertices);
  }

  /** Whether a vertex is in a dead end of a side. */
  isDead(v: number, side: 0 | 1): boolean {
    return this.#marks[v] === 1 + side;
  }

  /** The vertices of `side` that a failed search has reached, its start and mates of the others. */
  add(reached: Int32Array, side: 0 | 1): void {
    for (const v of reached) {
      const mate = this.#mates[v] as number;
      this.#marks[v] = 1 + side;
      if (mate !== UNCOVERED) this.#marks[mate] = 1 + side;
    }
  }

  /** Whether n is in a dead end of the other side, and a vertex that it is matched with now is not. */
  isLeft(n: number, mate: number): boolean {
    const mark = this.#markOfOtherSide(n);
    return this.#marks[n] === mark && this.#marks[mate] !== mark;
  }

  #markOfOtherSide(v: number): number {
    return 2 - (this.#graph.sides[v] as number);
  }

  /**
   * Mends a dead end of the other side than that of n, if n is in one: n has lost its mate or has come
   * to have one outside. Costs what is revived.
   */
  revive(n: number): void {
    const marks = this.#marks;
    const mark = this.#markOfOtherSide(n);
    if (marks[n] !== mark) return;
    const { offsets, neighbours } = this.#graph;
    const stack = this.#stack;
    marks[n] = ALIVE;
    stack.push(n);
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      for (let place = offsets[v] as number; place < (offsets[v + 1] as number); place++) {
        const neighbour = neighbours[place] as number;
        if (marks[neighbour] !== mark) continue;
        marks[neighbour] = ALIVE;
        const next = this.#mates[neighbour] as number;
        if (next === UNCOVERED || marks[next] !== mark) continue;
        marks[next] = ALIVE;
        stack.push(next);
      }
    }
  }
}
