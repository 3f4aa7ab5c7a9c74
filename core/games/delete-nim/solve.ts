/**
 * Rules:    heaps in groups of two; throw one heap of a group away and split the other
 * Theorem:  Grundy value of a group = low one-bits of (x − 1) | (y − 1) (theory/delete-nim); nim-sum
 * Source:   arXiv 2301.12964; BZOJ 1228
 * Cost:     O(N)
 * Verified: against the oracle, one group up to 24, two up to 8, three up to 5; a digit recursion
 */
import { type Folded, readBlocks } from '../../framing.ts';
import type { TokenReader } from '../../text/token-reader.ts';
import { deleteNimValue } from '../../theory/delete-nim.ts';
import { readCount } from './codec.ts';
import { stepsOf } from './plan.ts';
import { type Answer, type Case, limits } from './rules.ts';

export function solve(c: Case): Answer {
  return nimSum(c) !== 0;
}

/** Of a list of any length, in constant memory. */
export function fold(reader: TokenReader): Folded<Answer> {
  const count = readCount(reader, (limit) => reader.length(limit));
  const { sound } = reader;
  let sum = 0;
  readBlocks(reader, { count, limit: limits.size, block }, (heaps, large) => {
    if (sound) sum ^= nimSum({ heaps, large });
  });
  return { answer: sum !== 0, steps: stepsOf(count) };
}

/** An even number of heaps, so that no group is cut. */
const block = new Float64Array(4_096);

function nimSum({ heaps, large = NONE }: Case): number {
  let sum = 0;
  for (let heap = 0; heap < heaps.length; heap += 2) {
    const x = (large.size > 0 ? large.get(heap) : undefined) ?? (heaps[heap] as number);
    const y = (large.size > 0 ? large.get(heap + 1) : undefined) ?? (heaps[heap + 1] as number);
    sum ^= deleteNimValue(x, y);
  }
  return sum;
}

const NONE: ReadonlyMap<number, bigint> = new Map();
