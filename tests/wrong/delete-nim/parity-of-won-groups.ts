import type { Case } from '../../../core/games/delete-nim/rules.ts';

/** Counts the won groups, those with an even heap, and lets two of them cancel whatever their values. */
export function solve({ heaps }: Case): boolean {
  let won = 0;
  for (let heap = 0; heap < heaps.length; heap += 2) {
    if ((heaps[heap] as number) % 2 === 0 || (heaps[heap + 1] as number) % 2 === 0) won++;
  }
  return won % 2 === 1;
}
