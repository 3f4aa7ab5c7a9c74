import { bruteForce } from '../../theory/brute-force.ts';
import { type Answer, type Case, isMove, options, type Position, startPosition } from './rules.ts';

/**
 * Any winning move by brute force, null if there is none. Heights are played below the least power of
 * two above the largest one, for by the rules there is no end of them. The finite game has the same
 * lost positions: the proof in theory/mex-layers holds in it word for word, since numbers below a
 * power of two stay below it under xor. A test doubles the bound and finds the same outcomes.
 */
export function oracle(c: Case): Answer {
  const bound = boundOf(c.heights);
  const wins = outcomes(c, bound);
  for (const position of options(c, startPosition(c), bound)) {
    if (!wins(position)) return Uint32Array.from(position);
  }
  return null;
}

/**
 * Whether the answer is right by the rules: one legal move to a position that is lost by brute force,
 * or no move from a position that is lost. Its cost grows with the largest height of the answer.
 */
export function accepts(c: Case, answer: Answer): boolean {
  const bound = boundOf([...c.heights, ...(answer ?? [])]);
  if (answer === null) return !firstPlayerWins(c, bound);
  return isMove(c, answer) && !firstPlayerWins({ ...c, heights: answer }, bound);
}

/** By brute force with heights below `bound`. */
export function firstPlayerWins(c: Case, bound: number): boolean {
  return outcomes(c, bound)(startPosition(c));
}

function outcomes(c: Case, bound: number): (position: Position) => boolean {
  return bruteForce<Position>(
    (position) => options(c, position, bound),
    (position) => position.reduce((key, height) => key * bound + height, 0),
  );
}

/** The least power of two above all heights. */
export function boundOf(heights: Iterable<number>): number {
  return 2 ** Math.floor(Math.log2(Math.max(0.5, ...heights)) + 1);
}

/** Every vertex may come to bear every height below the bound. */
export function positions(c: Case): number {
  const largest = c.heights.reduce((most, height) => Math.max(most, height), 0);
  return (2 * largest + 1) ** c.vertices;
}
