/**
 * Rules:    heaps in groups of two; throw one heap of a group away and split the other
 * Theorem:  Grundy value of a group = low one-bits of (x − 1) | (y − 1) (theory/delete-nim); nim-sum
 * Source:   arXiv 2301.12964; BZOJ 1228
 * Cost:     O(N)
 * Verified: against the oracle, one group up to 24, two up to 8, three up to 5; a digit recursion
 */
import { deleteNimValue } from '../../theory/delete-nim.ts';
import type { Answer, Case } from './rules.ts';

export function solve({ heaps }: Case): Answer {
  let sum = 0;
  for (let heap = 0; heap < heaps.length; heap += 2) {
    sum ^= deleteNimValue(heaps[heap] as number, heaps[heap + 1] as number);
  }
  return sum !== 0;
}
