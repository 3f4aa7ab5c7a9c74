import type { Edges } from '../../graph/csr.ts';
import type { Limits } from '../../text/limit.ts';

/** A DAG with coloured edges and the vertices that bear a token, once per token. All 0-based. */
export interface Case {
  readonly vertices: number;
  readonly edges: Edges;
  /** Colour of each edge. */
  readonly colours: Int32Array;
  readonly tokens: Int32Array;
}

/** Whether the first player wins. */
export type Answer = boolean;

/** How many tokens stand on each vertex. */
export type Position = readonly number[];

export const limits = {
  vertices: { symbol: 'n', min: 1, max: 10_000, published: 200 },
  edges: { symbol: 'm', min: 0, max: 10_000_000, published: 5_000 },
  colour: { symbol: 'colour', min: 0, max: 2_147_483_647 },
  tokens: { symbol: 'Q', min: 0, max: 1_000_000_000_000, published: 100_000 },
} as const satisfies Limits;

export function startPosition(c: Case): Position {
  const position = new Array<number>(c.vertices).fill(0);
  for (const vertex of c.tokens) position[vertex] = (position[vertex] as number) + 1;
  return position;
}

/**
 * Remove one token from some vertex and choose a set of colours, the empty one included; each
 * out-edge of a chosen colour brings a new token to its head. A case limits the colours at a vertex
 * to 30 here, for the sets are counted in the bits of an integer.
 */
export function* options(c: Case, position: Position): Generator<Position> {
  for (let vertex = 0; vertex < c.vertices; vertex++) {
    if (position[vertex] === 0) continue;
    const colours = coloursAt(c, vertex);
    for (let chosen = 0; chosen < 2 ** colours.length; chosen++) {
      const option = [...position];
      option[vertex] = (option[vertex] as number) - 1;
      for (let edge = 0; edge < c.colours.length; edge++) {
        if (c.edges.tails[edge] !== vertex) continue;
        const bit = colours.indexOf(c.colours[edge] as number);
        const head = c.edges.heads[edge] as number;
        if ((chosen >>> bit) % 2 === 1) option[head] = (option[head] as number) + 1;
      }
      yield option;
    }
  }
}

/** The different colours of the out-edges of a vertex. */
export function coloursAt(c: Case, vertex: number): number[] {
  const colours = [...c.colours].filter((_, edge) => c.edges.tails[edge] === vertex);
  return [...new Set(colours)];
}
