import { bruteForce } from '../../theory/brute-force.ts';
import { type Answer, type Case, options, type Position, startPosition } from './rules.ts';

/** Plays all heaps together by the literal rules. */
export function oracle(c: Case): Answer {
  const wins = bruteForce<Position>(
    (position) => options(c, position),
    (position) => [...position].sort((a, b) => a - b).join(' '),
  );
  return wins(startPosition(c));
}

/** What a heap has become is one of its partitions. Heaps multiply. */
export function positions({ threshold, heaps }: Case): number {
  let product = 1;
  for (const size of heaps) if (size >= threshold) product *= partitions(size);
  return product;
}

/** The leading term of Hardy and Ramanujan, a little above the number of partitions. */
function partitions(size: number): number {
  return Math.exp(Math.PI * Math.sqrt((2 * size) / 3)) / (4 * Math.sqrt(3) * size);
}
