import type { Case } from '../../../core/games/delete-nim/rules.ts';
import { solve as right } from '../../../core/games/delete-nim/solve.ts';

/** Mistakes the groups: takes heap i of the first half with heap i of the second. */
export function solve({ heaps }: Case): boolean {
  const half = heaps.length / 2;
  const groups = Array.from({ length: half }, (_, i) => [heaps[i], heaps[half + i]] as number[]);
  return right({ heaps: Float64Array.from(groups.flat()) });
}
