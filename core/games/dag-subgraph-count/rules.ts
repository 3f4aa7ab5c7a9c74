import type { Edges } from '../../graph/csr.ts';
import type { Limits } from '../../text/limit.ts';

/** A DAG whose edges run from smaller to larger vertices, no two of them alike. 0-based. */
export interface Case {
  readonly vertices: number;
  readonly edges: Edges;
}

/** How many sets of edges the first player wins on, mod 10^9 + 7. */
export type Answer = number;

/** Where the two tokens stand. */
export type Position = readonly [number, number];

export const limits = {
  vertices: { symbol: 'n', min: 2, max: 32, published: 15 },
  edges: { symbol: 'm', min: 0, max: 496, published: 105 },
} as const satisfies Limits;

/** One token on each of the vertices 1 and 2. */
export const startPosition: Position = [0, 1];

/** Move one of the tokens along a kept edge; they may meet. Edge i is kept if bit i of `kept` is set. */
export function* options(c: Case, kept: number, [a, b]: Position): Generator<Position> {
  const { tails, heads } = c.edges;
  for (let edge = 0; edge < tails.length; edge++) {
    if (((kept >>> edge) & 1) === 0) continue;
    const head = heads[edge] as number;
    if (tails[edge] === a) yield [head, b];
    if (tails[edge] === b) yield [a, head];
  }
}
