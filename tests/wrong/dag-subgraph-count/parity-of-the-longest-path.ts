import type { Case } from '../../../core/games/dag-subgraph-count/rules.ts';

/** Takes the parity of the longest path for the value of a token, as if no move could shorten it. */
export function solve(c: Case): number {
  const { tails, heads } = c.edges;
  let won = 0;
  for (let kept = 0; kept < 2 ** tails.length; kept++) {
    const longest = new Array<number>(c.vertices).fill(0);
    for (let vertex = c.vertices - 1; vertex >= 0; vertex--) {
      tails.forEach((tail, edge) => {
        if (tail !== vertex || ((kept >> edge) & 1) === 0) return;
        const through = 1 + (longest[heads[edge] as number] as number);
        longest[vertex] = Math.max(longest[vertex] as number, through);
      });
    }
    if (((longest[0] as number) + (longest[1] as number)) % 2 === 1) won++;
  }
  return won;
}
