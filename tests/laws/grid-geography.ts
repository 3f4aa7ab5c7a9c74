import { type Answer, BLOCKED, type Case } from '../../core/games/grid-geography/rules.ts';
import type { Random } from '../../core/random/random.ts';

type Solve = (c: Case) => Answer;
type Cell = readonly [row: number, column: number];

/** The board whose cell (row, column) is that of `c` at `source(row, column)`, or blocked where `c` ends. */
function redrawn(
  c: Case,
  rows: number,
  columns: number,
  source: (row: number, column: number) => Cell,
): Case {
  const cells = Uint8Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = source(Math.floor(cell / columns), cell % columns);
    const onBoard = row >= 0 && row < c.rows && column >= 0 && column < c.columns;
    return onBoard ? (c.cells[row * c.columns + column] as number) : BLOCKED;
  });
  return { rows, columns, cells };
}

/** The starts, each moved, as a set that can be compared. */
function starts({ rows, columns }: Answer, move: (row: number, column: number) => Cell): string {
  const moved = Array.from(rows, (row, start) => move(row, columns[start] as number).join(' '));
  return moved.sort().join('\n');
}

const same = (row: number, column: number): Cell => [row, column];
const swapped = (row: number, column: number): Cell => [column, row];

export const laws = [
  {
    name: 'transposing the board transposes the starts',
    holds: (c: Case, _random: Random, solve: Solve) =>
      starts(solve(redrawn(c, c.columns, c.rows, swapped)), swapped) === starts(solve(c), same),
  },
  {
    name: 'turning the board by half turns the starts',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const turned = (row: number, column: number): Cell => [
        c.rows - 1 - row,
        c.columns - 1 - column,
      ];
      return (
        starts(solve(redrawn(c, c.rows, c.columns, turned)), turned) === starts(solve(c), same)
      );
    },
  },
  {
    name: 'a blocked frame only moves the starts',
    holds: (c: Case, random: Random, solve: Solve) => {
      const [top, left] = [random.below(3), random.below(3)];
      const inner = (row: number, column: number): Cell => [row - top, column - left];
      const framed = redrawn(c, c.rows + top + random.below(3), c.columns + left + 1, inner);
      return starts(solve(framed), inner) === starts(solve(c), same);
    },
  },
  {
    name: 'the board beside itself has its starts twice',
    holds: (c: Case, _random: Random, solve: Solve) => {
      const width = c.columns + 1;
      const wrapped = (row: number, column: number): Cell => [row, column % width];
      const twice = solve(redrawn(c, c.rows, 2 * width, wrapped));
      const once = starts(solve(c), same).split('\n');
      const both = once.flatMap((start) => [start, start]).join('\n');
      return starts(twice, wrapped) === both.trim();
    },
  },
  {
    name: 'blocking a start makes no other cell a start',
    holds: (c: Case, random: Random, solve: Solve) => {
      const { rows, columns } = solve(c);
      if (rows.length === 0) return true;
      const start = random.below(rows.length);
      const cells = c.cells.slice();
      cells[(rows[start] as number) * c.columns + (columns[start] as number)] = BLOCKED;
      const left = starts(solve({ ...c, cells }), same).split('\n');
      const before = new Set(starts({ rows, columns }, same).split('\n'));
      return left.every((each) => each === '' || before.has(each));
    },
  },
];
