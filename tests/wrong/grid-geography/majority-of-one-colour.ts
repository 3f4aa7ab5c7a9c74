import type { Answer, Case } from '../../../core/games/grid-geography/rules.ts';
import { startsWhere } from '../starts-where.ts';

/** Believes that only the numbers of free cells of the two colours count, as on an open board. */
export function solve(c: Case): Answer {
  const colour = (cell: number) => (Math.floor(cell / c.columns) + (cell % c.columns)) % 2;
  const counts = [0, 1].map((wanted) => startsWhere(c, (cell) => colour(cell) === wanted));
  const [even, odd] = counts.map(({ rows }) => rows.length) as [number, number];
  return startsWhere(c, (cell) => (colour(cell) === 0 ? even > odd : odd > even));
}
