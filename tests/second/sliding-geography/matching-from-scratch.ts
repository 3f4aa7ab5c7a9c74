import { type Answer, type Case, neighbours } from '../../../core/games/sliding-geography/rules.ts';

/** The letters of a board in play. */
type Letters = string[];

/**
 * Before each move, two maximum matchings by Kuhn's augmenting paths, with and without the hole's
 * cell, on the board as it then is: the mover wins exactly if the hole's cell adds an edge.
 */
export function solve(c: Case): Answer {
  const board = Array.from(c.cells, (cell) => '.XO'[cell] as string);
  const won = Array.from(c.moves, (cell, move) => {
    const mover = move % 2 === 0 ? 'O' : 'X';
    const wins = moverWins(c, board, mover);
    board[board.indexOf('.')] = mover;
    board[cell] = '.';
    return wins;
  });
  return [...won.keys()]
    .filter((move) => move % 2 === 0 && won[move] && won[move + 1])
    .map((move) => move / 2 + 1);
}

/** The paths are recursive and the matchings many. */
export function reaches(c: Case): boolean {
  return c.cells.length <= 1_000;
}

function moverWins(c: Case, board: Letters, mover: string): boolean {
  const hole = board.indexOf('.');
  const parity = (cell: number) => (Math.floor(cell / c.columns) + (cell % c.columns)) % 2;
  const near = (cell: number) => parity(cell) === parity(hole);
  const fits = (cell: number) => board[cell] !== '.' && (board[cell] === mover) !== near(cell);
  const cells = [...board.keys()].filter(fits);
  return matchingSize(c, new Set([...cells, hole])) > matchingSize(c, new Set(cells));
}

function matchingSize(c: Case, cells: ReadonlySet<number>): number {
  const mates = new Map<number, number>();
  let size = 0;
  for (const cell of cells) {
    if (!mates.has(cell) && augment(c, cells, mates, { cell, seen: new Set() })) size++;
  }
  return size;
}

interface Search {
  readonly cell: number;
  readonly seen: Set<number>;
}

function augment(
  c: Case,
  cells: ReadonlySet<number>,
  mates: Map<number, number>,
  { cell, seen }: Search,
): boolean {
  for (const neighbour of neighbours(c, cell)) {
    if (!cells.has(neighbour) || seen.has(neighbour)) continue;
    seen.add(neighbour);
    const mate = mates.get(neighbour);
    if (mate !== undefined && !augment(c, cells, mates, { cell: mate, seen })) continue;
    mates.set(cell, neighbour).set(neighbour, cell);
    return true;
  }
  return false;
}
