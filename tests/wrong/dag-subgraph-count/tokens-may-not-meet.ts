import {
  type Case,
  options,
  type Position,
  startPosition,
} from '../../../core/games/dag-subgraph-count/rules.ts';

/** Thinks that a token may not move onto the other one's vertex. */
export function solve(c: Case): number {
  const wins = (kept: number, position: Position): boolean =>
    [...options(c, kept, position)].some(([a, b]) => a !== b && !wins(kept, [a, b]));
  let won = 0;
  for (let kept = 0; kept < 2 ** c.edges.tails.length; kept++) {
    if (wins(kept, startPosition)) won++;
  }
  return won;
}
