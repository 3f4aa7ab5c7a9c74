import { type Edges, outEdges } from './csr.ts';
import { topologicalOrder } from './topological-order.ts';

/**
 * The number of an input edge that lies on a directed cycle, or null for an acyclic graph. O(n + m).
 * Every vertex left over by the topological order has an in-edge from another one left over: walking
 * such edges backwards must close a cycle within n steps.
 */
export function edgeOnCycle(vertices: number, edges: Edges): number | null {
  if (edges.tails.length === 0) return null;
  const order = topologicalOrder(outEdges(vertices, edges));
  if (order.length === vertices) return null;
  const placed = new Uint8Array(vertices);
  for (const v of order) placed[v] = 1;
  const entering = new Int32Array(vertices).fill(-1);
  for (let edge = 0; edge < edges.tails.length; edge++) {
    if (placed[edges.tails[edge] as number] === 0) entering[edges.heads[edge] as number] = edge;
  }
  let edge = entering[placed.indexOf(0)] as number;
  for (let step = 0; step < vertices; step++)
    edge = entering[edges.tails[edge] as number] as number;
  return edge;
}
