import type { Edges } from '../../graph/csr.ts';
import type { Limits } from '../../text/limit.ts';

/** A DAG whose vertices bear heights. Vertices 0-based. */
export interface Case {
  readonly vertices: number;
  readonly edges: Edges;
  readonly heights: Uint32Array;
}

/** The heights after one winning first move; null if there is none. */
export type Answer = Uint32Array | null;

/** The height of each vertex. */
export type Position = readonly number[];

export const limits = {
  vertices: { symbol: 'n', min: 1, max: 10_000_000, published: 200_000 },
  edges: { symbol: 'm', min: 0, max: 10_000_000, published: 200_000 },
  height: { symbol: 'h', min: 0, max: 4_294_967_295, published: 1_000_000_000 },
} as const satisfies Limits;

export function startPosition(c: Case): Position {
  return [...c.heights];
}

/**
 * Lower one height; every direct successor may get any height, here any one below `bound`: by the
 * rules there are infinitely many options.
 */
export function* options(c: Case, position: Position, bound: number): Generator<Position> {
  for (let vertex = 0; vertex < c.vertices; vertex++) {
    const successors = successorsOf(c, vertex);
    for (let height = 0; height < (position[vertex] as number); height++) {
      for (let chosen = 0; chosen < bound ** successors.length; chosen++) {
        const option = [...position];
        option[vertex] = height;
        successors.forEach((successor, place) => {
          option[successor] = Math.floor(chosen / bound ** place) % bound;
        });
        yield option;
      }
    }
  }
}

function successorsOf(c: Case, vertex: number): number[] {
  return [...new Set(c.edges.heads.filter((_, edge) => c.edges.tails[edge] === vertex))];
}

/**
 * Whether one move leads from the start to `after`: one vertex is lowered and only its direct
 * successors have changed besides. It is the one changed vertex without a changed predecessor.
 * O(n + m).
 */
export function isMove(c: Case, after: Uint32Array): boolean {
  if (after.length !== c.vertices) return false;
  const { tails, heads } = c.edges;
  const unexplained = Uint8Array.from(after, (height, vertex) =>
    height === c.heights[vertex] ? 0 : 1,
  );
  const mover = firstOf(unexplained, c.edges);
  if (mover < 0 || (after[mover] as number) >= (c.heights[mover] as number)) return false;
  unexplained[mover] = 0;
  for (let edge = 0; edge < tails.length; edge++) {
    if (tails[edge] === mover) unexplained[heads[edge] as number] = 0;
  }
  return !unexplained.includes(1);
}

/** A marked vertex without a marked predecessor; −1 if nothing is marked. */
function firstOf(marked: Uint8Array, { tails, heads }: Edges): number {
  const first = Uint8Array.from(marked);
  for (let edge = 0; edge < tails.length; edge++) {
    if (marked[tails[edge] as number] === 1) first[heads[edge] as number] = 0;
  }
  return first.indexOf(1);
}
