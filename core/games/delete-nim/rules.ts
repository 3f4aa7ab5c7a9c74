import type { Limits } from '../../text/limit.ts';

/** Heap sizes; those at 2i and 2i + 1 are the group i. */
export interface Case {
  /** One from 2^53 on is rounded here. */
  readonly heaps: Float64Array;
  /** Those, exactly, by their index; absent where there are none. */
  readonly large?: ReadonlyMap<number, bigint>;
}

/** Whether the first player wins. */
export type Answer = boolean;

/** Heap sizes, group after group, as in a case. */
export type Position = readonly number[];

export const limits = {
  cases: { symbol: 'T', min: 0, max: 10_000_000, published: 20 },
  heaps: { symbol: 'N', min: 0, max: 100_000_000, published: 20_000 },
  size: { symbol: 'S', min: 1, max: Number.POSITIVE_INFINITY, published: 2_000_000_000 },
} as const satisfies Limits;

export function startPosition(c: Case): Position {
  return [...c.heaps];
}

/** In some group throw one heap away and split the other into two that are not empty. */
export function* options(position: Position): Generator<Position> {
  for (let heap = 0; heap < position.length; heap++) {
    const first = heap - (heap % 2);
    const size = position[heap] as number;
    for (let part = 1; part < size; part++) {
      yield position.with(first, part).with(first + 1, size - part);
    }
  }
}
