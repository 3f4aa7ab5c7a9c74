import type { Case } from '../../../core/games/election-promises/rules.ts';
import { outEdges } from '../../../core/graph/csr.ts';
import { grundyValues } from '../../../core/theory/grundy-on-dag.ts';
import { layerXors } from '../../../core/theory/mex-layers.ts';

/** Starts from the lowest layer that is not balanced, so that the higher ones stay as they are. */
export function solve({ vertices, edges, heights }: Case): Uint32Array | null {
  const layers = grundyValues(outEdges(vertices, edges));
  const xors = layerXors(layers, heights);
  const bottom = xors.findIndex((xor) => xor !== 0);
  if (bottom < 0) return null;
  const xor = xors[bottom] as number;
  const mover = heights.findIndex((h, vertex) => layers[vertex] === bottom && (h ^ xor) >>> 0 < h);
  return heights.with(mover, (heights[mover] as number) ^ xor);
}
