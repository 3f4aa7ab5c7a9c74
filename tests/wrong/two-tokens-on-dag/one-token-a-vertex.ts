import type { Case } from '../../../core/games/two-tokens-on-dag/rules.ts';
import { solve as right } from '../../../core/games/two-tokens-on-dag/solve.ts';

/** Keeps the vertices that bear tokens as a set: forgets that several tokens may share one. */
export function solve(c: Case): bigint {
  return right({ ...c, tokens: Int32Array.from(new Set(c.tokens)) });
}
