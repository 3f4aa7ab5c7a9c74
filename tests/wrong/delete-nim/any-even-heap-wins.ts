import type { Case } from '../../../core/games/delete-nim/rules.ts';

/** Forgets the nim-sum: takes a sum with one won group, that is one with an even heap, for won. */
export function solve({ heaps }: Case): boolean {
  return heaps.some((size) => size % 2 === 0);
}
