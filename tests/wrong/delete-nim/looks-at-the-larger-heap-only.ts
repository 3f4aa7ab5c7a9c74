import type { Case } from '../../../core/games/delete-nim/rules.ts';
import { solve as right } from '../../../core/games/delete-nim/solve.ts';

/** Takes the smaller heap of a group for the one to throw away. */
export function solve({ heaps }: Case): boolean {
  const larger = heaps.map((size, heap) => Math.max(size, heaps[heap ^ 1] as number));
  return right({ heaps: larger });
}
