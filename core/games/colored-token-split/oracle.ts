import { bruteForce } from '../../theory/brute-force.ts';
import {
  type Answer,
  type Case,
  coloursAt,
  options,
  type Position,
  startPosition,
} from './rules.ts';

/** Plays the literal rules from the start to the end. */
export function oracle(c: Case): Answer {
  const wins = bruteForce<Position>(
    (position) => options(c, position),
    (position) => position.join(' '),
  );
  return wins(startPosition(c));
}

/**
 * At most the product over the tokens of the ways one token can lie: where it is, or for each set of
 * colours the ways its successors can lie.
 */
export function positions(c: Case): number {
  const ways = new Map<number, number>();
  let product = 1;
  for (const vertex of c.tokens) product *= waysOf(c, vertex, ways);
  return product;
}

function waysOf(c: Case, vertex: number, known: Map<number, number>): number {
  const before = known.get(vertex);
  if (before !== undefined) return before;
  let ways = 1;
  for (const colour of coloursAt(c, vertex)) {
    let together = 1;
    for (let edge = 0; edge < c.colours.length; edge++) {
      if (c.edges.tails[edge] !== vertex || c.colours[edge] !== colour) continue;
      together *= waysOf(c, c.edges.heads[edge] as number, known);
    }
    ways *= 1 + together;
  }
  known.set(vertex, ways + 1);
  return ways + 1;
}
