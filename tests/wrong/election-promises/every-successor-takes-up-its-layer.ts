import type { Case } from '../../../core/games/election-promises/rules.ts';
import { outEdges } from '../../../core/graph/csr.ts';
import { grundyValues } from '../../../core/theory/grundy-on-dag.ts';
import { layerXors } from '../../../core/theory/mex-layers.ts';

/** Lets every successor take up the xor of its layer: two of them undo each other. */
export function solve({ vertices, edges, heights }: Case): Uint32Array | null {
  const layers = grundyValues(outEdges(vertices, edges));
  const xors = layerXors(layers, heights);
  const top = xors.findLastIndex((xor) => xor !== 0);
  if (top < 0) return null;
  const xorAt = (vertex: number) => xors[layers[vertex] as number] as number;
  const mover = heights.findIndex(
    (h, vertex) => layers[vertex] === top && (h ^ xorAt(vertex)) >>> 0 < h,
  );
  const changed = new Set([mover]);
  edges.heads.forEach((head, edge) => {
    if (edges.tails[edge] === mover) changed.add(head);
  });
  return heights.map((height, vertex) => (changed.has(vertex) ? height ^ xorAt(vertex) : height));
}
