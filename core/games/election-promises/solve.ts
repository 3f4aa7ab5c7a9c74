/**
 * Rules:    lower the height of one vertex of a DAG, give any heights to its direct successors; name a winning move
 * Theorem:  lost iff the xor of the heights is 0 in every mex layer (theory/mex-layers)
 * Source:   Codeforces 1149E
 * Cost:     O(n + m)
 * Verified: every answer by the literal rules and brute force of what follows, up to 5 vertices, 8 heights and 512 positions
 */
import { outEdges } from '../../graph/csr.ts';
import { grundyValues } from '../../theory/grundy-on-dag.ts';
import { layerXors } from '../../theory/mex-layers.ts';
import type { Answer, Case } from './rules.ts';

export function solve({ vertices, edges, heights }: Case): Answer {
  const graph = outEdges(vertices, edges);
  const layers = grundyValues(graph);
  const xors = layerXors(layers, heights);
  const top = xors.findLastIndex((xor) => xor !== 0);
  if (top < 0) return null;
  const xor = xors[top] as number;
  const mover = heights.findIndex((h, vertex) => layers[vertex] === top && (h ^ xor) >>> 0 < h);
  const after = heights.slice();
  after[mover] = (heights[mover] as number) ^ xor;
  for (const head of graph.heads.subarray(graph.offsets[mover], graph.offsets[mover + 1])) {
    const layer = layers[head] as number;
    after[head] = (after[head] as number) ^ (xors[layer] as number);
    xors[layer] = 0;
  }
  return after;
}
