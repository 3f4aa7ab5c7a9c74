import type { Case } from '../../../core/games/even-split-heaps/rules.ts';
import { solveWith } from '../../second/even-split-heaps/all-divisors.ts';

/** Forgets that m may be more than 2. */
export function solve(c: Case): boolean {
  return solveWith(c, (heap) => (heap < 2 ? [] : [2]));
}
