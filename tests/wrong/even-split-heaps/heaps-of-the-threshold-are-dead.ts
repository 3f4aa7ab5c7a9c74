import type { Case } from '../../../core/games/even-split-heaps/rules.ts';
import { solve as right } from '../../../core/games/even-split-heaps/solve.ts';

/** Off by one: splits only heaps of more than F. */
export function solve(c: Case): boolean {
  return right({ ...c, threshold: c.threshold + 1 });
}
