import { type Answer, type Case, FREE } from '../../../core/games/grid-geography/rules.ts';

type Mates = Map<number, number>;

/**
 * A matching by Kuhn's augmenting paths; then, cell by cell, the residual graph on the cells of one
 * colour: an arc from v to every other neighbour of v's mate. Some maximum matching misses v exactly
 * if v reaches an uncovered cell there.
 */
export function solve(c: Case): Answer {
  const mates: Mates = new Map();
  for (const cell of freeCells(c)) {
    if (!mates.has(cell)) augment(c, mates, cell, new Set([cell]));
  }
  const starts = freeCells(c).filter((cell) => reachesUncovered(c, mates, cell));
  return {
    rows: Int32Array.from(starts, (cell) => Math.floor(cell / c.columns)),
    columns: Int32Array.from(starts, (cell) => cell % c.columns),
  };
}

/** The paths are recursive: as long as the board has cells. */
export function reaches(c: Case): boolean {
  return c.cells.length <= 1_000;
}

function augment(c: Case, mates: Mates, cell: number, seen: Set<number>): boolean {
  for (const neighbour of freeNeighbours(c, cell)) {
    if (seen.has(neighbour)) continue;
    seen.add(neighbour);
    const mate = mates.get(neighbour);
    if (mate !== undefined && !augment(c, mates, mate, seen)) continue;
    mates.set(cell, neighbour).set(neighbour, cell);
    return true;
  }
  return false;
}

function reachesUncovered(c: Case, mates: Mates, start: number): boolean {
  const reached = new Set([start]);
  for (const cell of reached) {
    const mate = mates.get(cell);
    if (mate === undefined) return true;
    for (const next of freeNeighbours(c, mate)) reached.add(next);
  }
  return false;
}

function freeCells(c: Case): number[] {
  return [...c.cells.keys()].filter((cell) => c.cells[cell] === FREE);
}

function freeNeighbours(c: Case, cell: number): number[] {
  return freeCells(c).filter((other) => {
    const down = Math.floor(other / c.columns) - Math.floor(cell / c.columns);
    const across = (other % c.columns) - (cell % c.columns);
    return Math.abs(down) + Math.abs(across) === 1;
  });
}
