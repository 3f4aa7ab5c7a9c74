import type { Limits } from '../../text/limit.ts';

/** Heaps, and the size F from which on they can be split. */
export interface Case {
  readonly threshold: number;
  readonly heaps: Int32Array;
}

/** Whether the first player wins. */
export type Answer = boolean;

/** Heap sizes. */
export type Position = readonly number[];

export const limits = {
  cases: { symbol: 'T', min: 0, max: 10_000_000, published: 99 },
  threshold: { symbol: 'F', min: 1, max: 9_007_199_254_740_991, published: 99_999 },
  heaps: { symbol: 'N', min: 0, max: 100_000_000, published: 99 },
  size: { symbol: 'a', min: 1, max: 10_000_000, published: 99_999 },
} as const satisfies Limits;

export function startPosition(c: Case): Position {
  return [...c.heaps];
}

/** Split a heap of at least F into two or more heaps that differ by one at most and are not empty. */
export function* options(c: Case, position: Position): Generator<Position> {
  for (const [heap, size] of position.entries()) {
    if (size < c.threshold) continue;
    for (let parts = 2; parts <= size; parts++) {
      yield position.toSpliced(heap, 1, ...nearlyEqualParts(size, parts));
    }
  }
}

function nearlyEqualParts(size: number, parts: number): number[] {
  const smaller = Math.floor(size / parts);
  return Array.from({ length: parts }, (_, part) => (part < size % parts ? smaller + 1 : smaller));
}
