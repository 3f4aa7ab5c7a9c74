import type { Case } from '../../../../core/games/dag-subgraph-count/rules.ts';
import { Random } from '../../../../core/random/random.ts';

export const complete = (vertices: number) => randomGraph(new Random(0), vertices, 1);

/** Each pair of vertices is joined with the given probability. */
export function randomGraph(random: Random, vertices: number, density: number): Case {
  const tails: number[] = [];
  const heads: number[] = [];
  for (let tail = 0; tail < vertices; tail++) {
    for (let head = tail + 1; head < vertices; head++) {
      if (!random.chance(density)) continue;
      tails.push(tail);
      heads.push(head);
    }
  }
  return { vertices, edges: { tails: Int32Array.from(tails), heads: Int32Array.from(heads) } };
}
