import { type BipartiteGraph, UNCOVERED } from './bipartite-graph.ts';

/**
 * 1 for each vertex that every maximum matching covers, given one maximum matching. Such a vertex is
 * one that no alternating path of even length joins with an uncovered vertex: along such a path the
 * matching could be shifted to uncover it.
 * Source: A. L. Dulmage and N. S. Mendelsohn, Coverings of bipartite graphs, Canad. J. Math. 10
 * (1958). O(n + m).
 */
export function essentialVertices(graph: BipartiteGraph, mates: Int32Array): Uint8Array {
  const { vertices, offsets, neighbours } = graph;
  const essential = new Uint8Array(vertices).fill(1);
  const queue = new Int32Array(vertices);
  let filled = 0;
  for (let v = 0; v < vertices; v++) {
    if (mates[v] !== UNCOVERED) continue;
    essential[v] = 0;
    queue[filled++] = v;
  }
  for (let first = 0; first < filled; first++) {
    const v = queue[first] as number;
    for (let place = offsets[v] as number; place < (offsets[v + 1] as number); place++) {
      const mate = mates[neighbours[place] as number] as number;
      if (essential[mate] === 0) continue;
      essential[mate] = 0;
      queue[filled++] = mate;
    }
  }
  return essential;
}
