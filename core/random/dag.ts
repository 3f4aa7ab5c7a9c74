import type { Edges } from '../graph/csr.ts';
import type { Random } from './random.ts';

/**
 * Random edges of a DAG on at least two vertices, parallel ones possible: each edge joins two random
 * vertices along one hidden random order, so that vertex numbers say nothing about the direction.
 */
export function randomDag(random: Random, vertices: number, edges: number): Edges {
  const order = random.shuffled(Array.from({ length: vertices }, (_, vertex) => vertex));
  const tails = new Int32Array(edges);
  const heads = new Int32Array(edges);
  for (let edge = 0; edge < edges; edge++) {
    const a = random.below(vertices);
    const b = (a + random.between(1, vertices - 1)) % vertices;
    tails[edge] = order[Math.min(a, b)] as number;
    heads[edge] = order[Math.max(a, b)] as number;
  }
  return { tails, heads };
}
