import type { Csr } from './csr.ts';
import { zeros } from './instance-memory.ts';
import { rememberLast } from './remember-last.ts';

/**
 * All vertices, each before the heads of its out-edges; shorter than the graph when it has a cycle
 * (then the vertices on a cycle or behind one are missing).
 * Source: A. B. Kahn, Topological sorting of large networks, CACM 5 (1962). O(n + m), iterative.
 */
export const topologicalOrder = rememberLast((graph: Csr): Int32Array => {
  const { vertices, offsets, heads } = graph;
  const waiting = zeros(vertices);
  for (let edge = 0; edge < heads.length; edge++) {
    const head = heads[edge] as number;
    waiting[head] = (waiting[head] as number) + 1;
  }
  const order = zeros(vertices);
  let filled = 0;
  for (let v = 0; v < vertices; v++) if (waiting[v] === 0) order[filled++] = v;
  for (let next = 0; next < filled; next++) {
    const v = order[next] as number;
    for (let place = offsets[v] as number; place < (offsets[v + 1] as number); place++) {
      const head = heads[place] as number;
      const left = (waiting[head] as number) - 1;
      waiting[head] = left;
      if (left === 0) order[filled++] = head;
    }
  }
  return order.subarray(0, filled);
});
