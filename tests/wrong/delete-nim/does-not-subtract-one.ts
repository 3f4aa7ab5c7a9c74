import type { Case } from '../../../core/games/delete-nim/rules.ts';

/** Forgets to subtract 1: counts the one-bits at the end of x | y. */
export function solve({ heaps }: Case): boolean {
  let sum = 0;
  for (let heap = 0; heap < heaps.length; heap += 2) {
    let bits = (heaps[heap] as number) | (heaps[heap + 1] as number);
    let value = 0;
    for (; bits % 2 === 1; bits >>= 1) value++;
    sum ^= value;
  }
  return sum !== 0;
}
