import { zeros } from './instance-memory.ts';
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
}

/** Edges of a graph as they stand in a file: edge i runs from `tails[i]` to `heads[i]`, 0-based. */
export interface Edges {
  readonly tails: Int32Array;
  readonly heads: Int32Array;
}

/**
 * Groups edges by tail. O(n + m). While the heads are put in their places, `offsets[v + 1]` is the
 * next free place of v: it starts as the first one and ends as that of v + 1. So the counts stand one
 * place further at first, and no second list of n numbers is needed.
 */
export const outEdges = rememberLast((vertices: number, { tails, heads }: Edges): Csr => {
  const offsets = offsetsBefore(vertices, tails);
  const grouped = zeros(tails.length);
  for (let edge = 0; edge < tails.length; edge++) {
    const next = (tails[edge] as number) + 1;
    const place = offsets[next] as number;
    offsets[next] = place + 1;
    grouped[place] = heads[edge] as number;
  }
  return { vertices, offsets: offsets.subarray(0, vertices + 1), heads: grouped };
});

/** By place, the number of the input edge that stands there in `outEdges`. O(n + m). */
export function edgeNumbers(vertices: number, { tails }: Edges): Int32Array {
  const offsets = offsetsBefore(vertices, tails);
  const numbers = zeros(tails.length);
  for (let edge = 0; edge < tails.length; edge++) {
    const next = (tails[edge] as number) + 1;
    const place = offsets[next] as number;
    offsets[next] = place + 1;
    numbers[place] = edge;
  }
  return numbers;
}

/** The first place of vertex v at index v + 1. */
function offsetsBefore(vertices: number, tails: Int32Array): Int32Array {
  const offsets = zeros(vertices + 2);
  for (let edge = 0; edge < tails.length; edge++) {
    const after = (tails[edge] as number) + 2;
    offsets[after] = (offsets[after] as number) + 1;
  }
  let sum = 0;
  for (let index = 2; index < offsets.length; index++) {
    sum += offsets[index] as number;
    offsets[index] = sum;
  }
  return offsets;
}
