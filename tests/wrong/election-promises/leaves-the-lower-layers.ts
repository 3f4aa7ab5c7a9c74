import type { Case } from '../../../core/games/election-promises/rules.ts';
import { outEdges } from '../../../core/graph/csr.ts';
import { grundyValues } from '../../../core/theory/grundy-on-dag.ts';
import { layerXors } from '../../../core/theory/mex-layers.ts';

/** Lowers the right vertex, but lets no successor take up what is left in the lower layers. */
export function solve({ vertices, edges, heights }: Case): Uint32Array | null {
  const layers = grundyValues(outEdges(vertices, edges));
  const xors = layerXors(layers, heights);
  const top = xors.findLastIndex((xor) => xor !== 0);
  if (top < 0) return null;
  const xor = xors[top] as number;
  const mover = heights.findIndex((h, vertex) => layers[vertex] === top && (h ^ xor) >>> 0 < h);
  return heights.with(mover, (heights[mover] as number) ^ xor);
}
