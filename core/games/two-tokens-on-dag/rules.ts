import type { Edges } from '../../graph/csr.ts';
import type { Limits } from '../../text/limit.ts';

/** A DAG and the vertex of each token, 0-based. */
export interface Case {
  readonly vertices: number;
  readonly edges: Edges;
  readonly tokens: Int32Array;
}

/** The number of first moves that win. */
export type Answer = bigint;

/** The vertex of each token. */
export type Position = readonly number[];

export const limits = {
  vertices: { symbol: 'n', min: 1, max: 1_000_000, published: 5_000 },
  edges: { symbol: 'm', min: 0, max: 10_000_000, published: 100_000 },
  tokens: { symbol: 'K', min: 0, max: 100_000_000, published: 300 },
} as const satisfies Limits;

export function startPosition(c: Case): Position {
  return [...c.tokens];
}

/**
 * Move one token, or two different ones, along one edge each. A position comes once per move that
 * leads to it: every parallel edge is a move of its own, a pair of tokens is taken in one order only.
 */
export function* options(c: Case, position: Position): Generator<Position> {
  for (let token = 0; token < position.length; token++) {
    for (const moved of movesOf(c, position, token)) {
      yield moved;
      for (let other = 0; other < token; other++) yield* movesOf(c, moved, other);
    }
  }
}

function* movesOf(c: Case, position: Position, token: number): Generator<Position> {
  for (let edge = 0; edge < c.edges.tails.length; edge++) {
    if (c.edges.tails[edge] === position[token]) {
      yield position.with(token, c.edges.heads[edge] as number);
    }
  }
}
