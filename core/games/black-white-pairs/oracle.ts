import { bruteForceWithCycles } from '../../theory/brute-force-with-cycles.ts';
import {
  type Answer,
  type Case,
  type Layout,
  layouts,
  options,
  type Position,
  startPosition,
} from './rules.ts';

const MODULUS = 1_000_000_007;

/** Looks at every layout: lost if in each binary digit a multiple of d + 1 gaps has a one. */
export function oracle(c: Case): Answer {
  let won = 0;
  for (const layout of layouts(c)) if (!allDigitsBalance(c, layout)) won++;
  return won % MODULUS;
}

function allDigitsBalance(c: Case, layout: Layout): boolean {
  for (let digit = 1; digit <= c.cells; digit *= 2) {
    let ones = 0;
    for (let white = 0; white < c.pieces; white += 2) {
      const gap = (layout[white + 1] as number) - (layout[white] as number) - 1;
      if (Math.floor(gap / digit) % 2 === 1) ones++;
    }
    if (ones % (c.moved + 1) !== 0) return false;
  }
  return true;
}

/** Plays every layout by the literal rules, with moves both ways; play without an end is not won. */
export function literal(c: Case): Answer {
  const starts = Array.from(layouts(c), startPosition);
  const outcome = bruteForceWithCycles<Position>(
    starts,
    (position) => options(c, position),
    ({ layout, mover }) => `${mover} ${layout.join(' ')}`,
  );
  return starts.filter((start) => outcome(start) === 'won').length % MODULUS;
}

/**
 * Every turn from every layout, with either player to move: the search both ways looks at each, and
 * keeps it. Only as exact as a double.
 */
export function positions(c: Case): number {
  let layouts = 1;
  const chosen = Math.min(c.pieces, c.cells - c.pieces);
  for (let taken = 1; taken <= chosen && layouts < Number.MAX_SAFE_INTEGER; taken++) {
    layouts = (layouts * (c.cells - chosen + taken)) / taken;
  }
  return Math.ceil(2 * layouts * (1 + mostTurns(c)));
}

/**
 * The pieces of one player share the empty cells, each has those between its neighbours; moving j of
 * them has the most choices, C(k/2, j) times the j-th power of the mean, when all have equally many
 * (Maclaurin's inequality).
 */
function mostTurns({ cells, pieces, moved }: Case): number {
  const own = pieces / 2;
  const mean = (cells - pieces) / own;
  let turns = 0;
  let choices = 1;
  for (let j = 1; j <= Math.min(moved, own) && turns < Number.MAX_SAFE_INTEGER; j++) {
    choices *= ((own - j + 1) / j) * mean;
    turns += choices;
  }
  return turns;
}
