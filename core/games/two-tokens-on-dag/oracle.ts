import { bruteForce } from '../../theory/brute-force.ts';
import { type Answer, type Case, options, type Position, startPosition } from './rules.ts';

/**
 * The published criterion, tried on one first move after the other: after a winning move every
 * binary digit of the Grundy values adds up to a multiple of 3 over the tokens.
 */
export function oracle(c: Case): Answer {
  const values = grundyByDefinition(c);
  return countOptions(c, (position) => {
    for (let digit = 0; digit < 20; digit++) {
      let ones = 0;
      for (const vertex of position) ones += Math.floor(values(vertex) / 2 ** digit) % 2;
      if (ones % 3 !== 0) return false;
    }
    return true;
  });
}

/** The winning first moves by the literal rules: those after which the opponent loses. */
export function literal(c: Case): Answer {
  const wins = bruteForce<Position>(
    (position) => options(c, position),
    (position) => [...position].sort((a, b) => a - b).join(' '),
  );
  return countOptions(c, (position) => !wins(position));
}

function countOptions(c: Case, winning: (position: Position) => boolean): bigint {
  let count = 0n;
  for (const position of options(c, startPosition(c))) if (winning(position)) count++;
  return count;
}

/** The least number that no successor has, by recursion. */
function grundyByDefinition(c: Case): (vertex: number) => number {
  const known = new Map<number, number>();
  return function grundyValue(vertex: number): number {
    const before = known.get(vertex);
    if (before !== undefined) return before;
    const successors = [...c.edges.heads].filter((_, edge) => c.edges.tails[edge] === vertex);
    const values = successors.map(grundyValue);
    let least = 0;
    while (values.includes(least)) least++;
    known.set(vertex, least);
    return least;
  };
}

/** The first moves, and at most the product over the tokens of the vertices that each can reach. */
export function positions(c: Case): number {
  const successors = Array.from({ length: c.vertices }, (): number[] => []);
  c.edges.tails.forEach((tail, edge) => {
    successors[tail]?.push(c.edges.heads[edge] as number);
  });
  let product = 1;
  let moves = 0;
  for (const vertex of c.tokens) {
    moves += successors[vertex]?.length ?? 0;
    if (product < Number.MAX_SAFE_INTEGER) product *= reachableFrom(vertex, successors);
  }
  return product + (moves * (moves + 1)) / 2;
}

function reachableFrom(vertex: number, successors: readonly (readonly number[])[]): number {
  const reached = new Set([vertex]);
  for (const at of reached) for (const next of successors[at] ?? []) reached.add(next);
  return reached.size;
}
