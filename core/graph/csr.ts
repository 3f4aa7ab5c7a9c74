import { rememberLast } from './remember-last.ts';

/**
 * Out-edges of a directed graph in compressed sparse rows: the heads of v's edges are
 * `heads[offsets[v]] … heads[offsets[v + 1] − 1]`, in input order. Vertices are 0-based.
 */
export interface Csr {
  readonly vertices: number;
  /** Length vertices + 1. */
  readonly offsets: Int32Array;
  /** Length edges. */
  readonly heads: Int32Array;
  /** Length edges: which input edge stands at this place. */
  readonly edges: Int32Array;
}

/** Edges of a graph as they stand in a file: edge i runs from `tails[i]` to `heads[i]`, 0-based. */
export interface Edges {
  readonly tails: Int32Array;
  readonly heads: Int32Array;
}

/** Groups edges by tail. O(n + m). */
export const outEdges = rememberLast((vertices: number, { tails, heads }: Edges): Csr => {
  const offsets = new Int32Array(vertices + 1);
  for (let edge = 0; edge < tails.length; edge++) {
    const next = (tails[edge] as number) + 1;
    offsets[next] = (offsets[next] as number) + 1;
  }
  for (let v = 0; v < vertices; v++) {
    offsets[v + 1] = (offsets[v + 1] as number) + (offsets[v] as number);
  }
  const free = offsets.slice(0, vertices);
  const grouped = new Int32Array(tails.length);
  const edges = new Int32Array(tails.length);
  for (let edge = 0; edge < tails.length; edge++) {
    const tail = tails[edge] as number;
    const place = free[tail] as number;
    free[tail] = place + 1;
    grouped[place] = heads[edge] as number;
    edges[place] = edge;
  }
  return { vertices, offsets, heads: grouped, edges };
});
