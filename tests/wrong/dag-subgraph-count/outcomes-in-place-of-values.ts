import type { Case } from '../../../core/games/dag-subgraph-count/rules.ts';

/** Compares only who wins each token alone, not the Grundy values: 1 and 2 pass for equal. */
export function solve(c: Case): number {
  const { tails, heads } = c.edges;
  let won = 0;
  for (let kept = 0; kept < 2 ** tails.length; kept++) {
    const wins = new Array<boolean>(c.vertices).fill(false);
    for (let vertex = c.vertices - 1; vertex >= 0; vertex--) {
      wins[vertex] = tails.some(
        (tail, edge) => tail === vertex && (kept >> edge) & 1 && !wins[heads[edge] as number],
      );
    }
    if (wins[0] !== wins[1]) won++;
  }
  return won;
}
