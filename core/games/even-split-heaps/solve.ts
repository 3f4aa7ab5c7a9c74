/**
 * Rules:    a heap of at least F is split into two or more heaps as equal as possible
 * Theorem:  Grundy values of nearly equal splits, two m for each quotient (theory/nearly-equal-splits)
 * Source:   BZOJ 3576
 * Cost:     O(a^(3/4)) a heap, O(N + a log a) for many heaps up to a
 * Verified: against the oracle, one heap up to 24, two up to 10, three up to 7; all m up to 600
 */
import { nearlyEqualSplits } from '../../theory/nearly-equal-splits.ts';
import type { Answer, Case } from './rules.ts';

export function solve({ threshold, heaps }: Case): Answer {
  const splits = nearlyEqualSplits(threshold);
  let sum = 0;
  for (const heap of heaps) sum ^= splits.grundyValue(heap);
  return sum !== 0;
}
