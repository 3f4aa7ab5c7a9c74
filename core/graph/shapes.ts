import type { Edges } from './csr.ts';

/** A path: vertex v has an edge to v − 1, so 0 is the sink. */
export function path(vertices: number): Edges {
  const steps = Array.from({ length: vertices - 1 }, (_, vertex) => vertex);
  return { tails: Int32Array.from(steps, (v) => v + 1), heads: Int32Array.from(steps) };
}

/** Vertex v has an edge to every smaller one, so its Grundy value is v. */
export function complete(vertices: number): Edges {
  const pairs = Array.from({ length: vertices }, (_, tail) =>
    Array.from({ length: tail }, (_, head) => [tail, head] as const),
  ).flat();
  return {
    tails: Int32Array.from(pairs, ([tail]) => tail),
    heads: Int32Array.from(pairs, ([, head]) => head),
  };
}

/** Vertex 0 has an edge to every other one. */
export function star(leaves: number): Edges {
  return {
    tails: new Int32Array(leaves),
    heads: Int32Array.from({ length: leaves }, (_, leaf) => leaf + 1),
  };
}
