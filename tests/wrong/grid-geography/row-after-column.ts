import type { Answer, Case } from '../../../core/games/grid-geography/rules.ts';
import { solve as right } from '../../../core/games/grid-geography/solve.ts';

/** Lists the starts column by column. */
export function solve(c: Case): Answer {
  const { rows, columns } = right(c);
  const order = [...rows.keys()].sort(
    (a, b) => (columns[a] as number) - (columns[b] as number) || a - b,
  );
  const pick = (values: Int32Array) => Int32Array.from(order, (start) => values[start] as number);
  return { rows: pick(rows), columns: pick(columns) };
}
