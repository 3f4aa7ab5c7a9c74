import type { Case } from '../../../core/games/election-promises/rules.ts';
import { outEdges } from '../../../core/graph/csr.ts';
import { grundyValues } from '../../../core/theory/grundy-on-dag.ts';
import { layerXors } from '../../../core/theory/mex-layers.ts';

/** Lowers the first vertex of the layer: forgets that h xor X must be less than h. */
export function solve({ vertices, edges, heights }: Case): Uint32Array | null {
  const graph = outEdges(vertices, edges);
  const layers = grundyValues(graph);
  const xors = layerXors(layers, heights);
  const top = xors.findLastIndex((xor) => xor !== 0);
  if (top < 0) return null;
  const mover = layers.indexOf(top);
  const after = heights.with(mover, (heights[mover] as number) ^ (xors[top] as number));
  for (const head of graph.heads.subarray(graph.offsets[mover], graph.offsets[mover + 1])) {
    const layer = layers[head] as number;
    after[head] = (after[head] as number) ^ (xors[layer] as number);
    xors[layer] = 0;
  }
  return after;
}
