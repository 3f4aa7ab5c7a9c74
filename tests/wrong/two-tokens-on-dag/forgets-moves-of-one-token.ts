import type { Case } from '../../../core/games/two-tokens-on-dag/rules.ts';
import { solve as right } from '../../../core/games/two-tokens-on-dag/solve.ts';

/** Moves two tokens in every turn: forgets that one alone may move. */
export function solve(c: Case): bigint {
  const doubled = (ends: Int32Array) => Int32Array.from([...ends, ...ends]);
  const edges = { tails: doubled(c.edges.tails), heads: doubled(c.edges.heads) };
  // Twice the edges: twice the moves of one token, four times those of two.
  return (right({ ...c, edges }) - 2n * right(c)) / 2n;
}
