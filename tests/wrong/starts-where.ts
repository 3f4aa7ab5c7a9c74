import { type Answer, type Case, FREE } from '../../core/games/grid-geography/rules.ts';

/** The free cells that a wrong solver of grid-geography takes for winning starts. */
export function startsWhere(c: Case, wins: (cell: number) => boolean): Answer {
  const starts = [...c.cells.keys()].filter((cell) => c.cells[cell] === FREE && wins(cell));
  return {
    rows: Int32Array.from(starts, (cell) => Math.floor(cell / c.columns)),
    columns: Int32Array.from(starts, (cell) => cell % c.columns),
  };
}
