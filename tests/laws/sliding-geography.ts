import {
  type Answer,
  BLACK,
  type Case,
  HOLE,
  WHITE,
} from '../../core/games/sliding-geography/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => Answer;
type Size = Pick<Case, 'rows' | 'columns'>;

/** The case with each cell moved to `place(row, column)` on a board of another size; `rest` fills it up. */
function redrawn(
  c: Case,
  size: Size,
  place: (row: number, column: number) => number,
  rest: (cell: number) => number = () => HOLE,
): Case {
  const moved = (cell: number) => place(Math.floor(cell / c.columns), cell % c.columns);
  const cells = Uint8Array.from({ length: size.rows * size.columns }, (_, cell) => rest(cell));
  c.cells.forEach((piece, cell) => {
    cells[moved(cell)] = piece;
  });
  return { ...size, cells, moves: c.moves.map(moved) };
}

function roundsOf(c: Case): number {
  return c.moves.length / 2;
}

/** The board after some rounds, with the rest of the record. */
function after(c: Case, rounds: number): Case {
  const cells = c.cells.slice();
  let hole = cells.indexOf(HOLE);
  for (const cell of c.moves.subarray(0, 2 * rounds)) {
    cells[hole] = cells[cell] as number;
    cells[cell] = HOLE;
    hole = cell;
  }
  return { ...c, cells, moves: c.moves.slice(2 * rounds) };
}

function equal(a: Answer, b: Answer): boolean {
  return a.join(' ') === b.join(' ');
}

export const laws = [
  {
    name: 'transposing the board changes nothing',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const size = { rows: c.columns, columns: c.rows };
      return equal(solve(redrawn(c, size, (row, column) => column * c.rows + row)), solve(c));
    },
  },
  {
    name: 'turning the board by half changes nothing',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const last = c.cells.length - 1;
      const turned = redrawn(c, c, (row, column) => last - row * c.columns - column);
      return equal(solve(turned), solve(c));
    },
  },
  {
    name: 'cutting the record short leaves the mistakes before the cut',
    holds: (c: Case, random: Random, solve: Solve) => {
      const rounds = random.between(0, roundsOf(c));
      const short = solve({ ...c, moves: c.moves.slice(0, 2 * rounds) });
      return equal(
        short,
        solve(c).filter((round) => round <= rounds),
      );
    },
  },
  {
    name: 'starting from a later round leaves the mistakes from there on',
    holds: (c: Case, random: Random, solve: Solve) => {
      const rounds = random.between(0, roundsOf(c));
      const late = solve(after(c, rounds)).map((round) => round + rounds);
      return equal(
        late,
        solve(c).filter((round) => round > rounds),
      );
    },
  },
  {
    name: 'a frame of pieces of the wrong colours changes nothing',
    holds: (c: Case, random: Random, solve: Solve) => {
      const [top, left] = [random.below(3), random.below(3)];
      const columns = c.columns + left + random.below(2);
      const size = { rows: c.rows + top + random.below(2), columns };
      const place = (row: number, column: number) => (row + top) * columns + column + left;
      const parity = (cell: number) => (Math.floor(cell / columns) + (cell % columns)) % 2;
      const hole = c.cells.indexOf(HOLE);
      const start = place(Math.floor(hole / c.columns), hole % c.columns);
      const wrong = (cell: number) => (parity(cell) === parity(start) ? WHITE : BLACK);
      return equal(solve(redrawn(c, size, place, wrong)), solve(c));
    },
  },
];
