import type { Case } from '../../../core/games/even-split-heaps/rules.ts';
import { solveWith } from '../../second/even-split-heaps/all-divisors.ts';

/** Forgets that the parts may differ by one: m has to divide the heap. */
export function solve(c: Case): boolean {
  return solveWith(c, (heap) =>
    Array.from({ length: heap - 1 }, (_, index) => index + 2).filter((m) => heap % m === 0),
  );
}
