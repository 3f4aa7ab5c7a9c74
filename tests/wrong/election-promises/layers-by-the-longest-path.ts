import type { Case } from '../../../core/games/election-promises/rules.ts';
import { outEdges } from '../../../core/graph/csr.ts';
import { topologicalOrder } from '../../../core/graph/topological-order.ts';
import { layerXors } from '../../../core/theory/mex-layers.ts';

/** Takes the length of the longest path from a vertex, not the mex, for its layer. */
export function solve({ vertices, edges, heights }: Case): Uint32Array | null {
  const graph = outEdges(vertices, edges);
  const headsOf = (v: number) => graph.heads.subarray(graph.offsets[v], graph.offsets[v + 1]);
  const layers = new Int32Array(vertices);
  for (const vertex of topologicalOrder(graph).toReversed()) {
    layers[vertex] = 1 + Math.max(-1, ...headsOf(vertex).map((head) => layers[head] as number));
  }
  const xors = layerXors(layers, heights);
  const top = xors.findLastIndex((xor) => xor !== 0);
  if (top < 0) return null;
  const xor = xors[top] as number;
  const mover = heights.findIndex((h, vertex) => layers[vertex] === top && (h ^ xor) >>> 0 < h);
  const after = heights.with(mover, (heights[mover] as number) ^ xor);
  for (const head of headsOf(mover)) {
    const layer = layers[head] as number;
    after[head] = (after[head] as number) ^ (xors[layer] as number);
    xors[layer] = 0;
  }
  return after;
}
