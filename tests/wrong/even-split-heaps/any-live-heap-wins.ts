import type { Case } from '../../../core/games/even-split-heaps/rules.ts';

/** Forgets the nim-sum: a heap that can be split wins for whoever moves first. */
export function solve({ threshold, heaps }: Case): boolean {
  return heaps.some((heap) => heap >= Math.max(2, threshold));
}
