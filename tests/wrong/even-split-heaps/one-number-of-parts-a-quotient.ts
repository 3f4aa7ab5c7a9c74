import type { Case } from '../../../core/games/even-split-heaps/rules.ts';
import { solveWith } from '../../second/even-split-heaps/all-divisors.ts';

/** Takes all m of one quotient for equal: forgets the parity of the parts that are left over. */
export function solve(c: Case): boolean {
  return solveWith(c, (heap) => {
    const first = new Map<number, number>();
    for (let m = heap; m >= 2; m--) first.set(Math.floor(heap / m), m);
    return [...first.values()];
  });
}
