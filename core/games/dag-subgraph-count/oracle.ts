import { bruteForce } from '../../theory/brute-force.ts';
import { type Answer, type Case, options, type Position, startPosition } from './rules.ts';

/** Plays the literal rules on every set of edges; counts stay below the modulus, 2^29 at most. */
export function oracle(c: Case): Answer {
  let won = 0;
  for (let kept = 0; kept < 2 ** c.edges.tails.length; kept++) {
    const wins = bruteForce<Position>(
      (position) => options(c, kept, position),
      ([a, b]) => a * c.vertices + b,
    );
    if (wins(startPosition)) won++;
  }
  return won;
}

/** Two tokens on n vertices, for each set of edges. */
export function positions(c: Case): number {
  return c.vertices ** 2 * 2 ** c.edges.tails.length;
}
