import type { Case } from '../../../core/games/even-split-heaps/rules.ts';
import { solveWith } from '../../second/even-split-heaps/all-divisors.ts';

/** Off by one at the last m: never splits a heap into single stones. */
export function solve(c: Case): boolean {
  return solveWith(c, (heap) =>
    Array.from({ length: Math.max(0, heap - 2) }, (_, index) => index + 2),
  );
}
