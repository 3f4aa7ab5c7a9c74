import { bruteForce } from '../../theory/brute-force.ts';
import { type Answer, type Case, FREE, options, type Position, startPosition } from './rules.ts';

/** Plays the literal rules to the end from every start: the first player wins where the mover loses. */
export function oracle(c: Case): Answer {
  const wins = bruteForce<Position>(
    (position) => options(c, position),
    ({ board, token }) => `${token} ${board}`,
  );
  const starts = [...c.cells.keys()].filter(
    (cell) => c.cells[cell] === FREE && !wins(startPosition(c, cell)),
  );
  return {
    rows: Int32Array.from(starts, (cell) => Math.floor(cell / c.columns)),
    columns: Int32Array.from(starts, (cell) => cell % c.columns),
  };
}

/** At most the sets of used free cells, each with the token on one of them. */
export function positions(c: Case): number {
  const free = c.cells.filter((cell) => cell === FREE).length;
  return free * 2 ** (free - 1);
}
