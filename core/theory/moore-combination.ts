import type { Csr } from '../graph/csr.ts';

/**
 * Statement: of several games a move plays in at least one and at most k. Read as heaps, the Grundy
 * values of the games tell who wins by Moore's Nim_k, if no move of a game raises its Grundy value,
 * or if there are at most k + 1 games.
 * Proof of the second part: with k + 1 games (fewer: add empty ones) the rule says that a position
 * is lost iff all values are equal. A move changes the value of at least one game and leaves at least
 * one alone; and if not all are equal, every game above the least value can move down to it, at most
 * k of them.
 * Source: Boros, Gurvich, Ho, Makino, Mursic, Tetris hypergraphs and combinations of impartial games,
 * https://arxiv.org/abs/1701.02819, for the first part.
 * Valid for: games where no move from any reachable position raises the Grundy value, or at most
 * k + 1 games. Four tokens and k = 2 are enough to break it: a path of three vertices with two tokens
 * on its middle and two on its source is won, and the rule counts three winning moves where one is.
 *
 * Looks for what breaks the first condition on a DAG: an edge behind the vertices `starts` whose head
 * has the larger value; null if there is none. O(n + m).
 */
export function raisingEdge(
  graph: Csr,
  values: Int32Array,
  starts: Iterable<number>,
): { readonly tail: number; readonly head: number } | null {
  const { vertices, offsets, heads } = graph;
  const reached = new Uint8Array(vertices);
  const queue = new Int32Array(vertices);
  let filled = 0;
  const reach = (vertex: number) => {
    if (reached[vertex] === 1) return;
    reached[vertex] = 1;
    queue[filled++] = vertex;
  };
  for (const start of starts) reach(start);
  for (let next = 0; next < filled; next++) {
    const tail = queue[next] as number;
    const end = offsets[tail + 1] as number;
    for (let place = offsets[tail] as number; place < end; place++) {
      const head = heads[place] as number;
      if ((values[head] as number) > (values[tail] as number)) return { tail, head };
      reach(head);
    }
  }
  return null;
}
