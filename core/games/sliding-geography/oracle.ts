import { bruteForce } from '../../theory/brute-force.ts';
import { type Answer, type Case, options, type Position, slide, startPosition } from './rules.ts';

/** Plays the literal rules to the end from every position of the record. */
export function oracle(c: Case): Answer {
  const wins = bruteForce<Position>(
    (position) => options(c, position),
    ({ board, mover }) => `${mover} ${board}`,
  );
  const rounds: number[] = [];
  let position = startPosition(c);
  for (let round = 1; 2 * round <= c.moves.length; round++) {
    const firstWins = wins(position);
    position = slide(position, c.moves[2 * round - 2] as number);
    if (firstWins && wins(position)) rounds.push(round);
    position = slide(position, c.moves[2 * round - 1] as number);
  }
  return rounds;
}

/**
 * At most the sets of moved pieces, each with the hole in any cell. (A piece moves at most once: the
 * hole would have to return to it, and the cell it left has since changed its colour.)
 */
export function positions({ cells }: Case): number {
  return cells.length * 2 ** (cells.length - 1);
}
