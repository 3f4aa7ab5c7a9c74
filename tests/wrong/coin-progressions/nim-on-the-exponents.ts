import type { Case } from '../../../core/games/coin-progressions/rules.ts';
import { solve as right } from '../../../core/games/coin-progressions/solve.ts';

/** Takes every coin for the heaps a and b of Nim, which is true for MAXQ = 1 only. */
export function solve(c: Case): boolean {
  return right({ ...c, most: 1 });
}
