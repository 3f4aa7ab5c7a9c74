import { type Case, layouts } from '../../../core/games/black-white-pairs/rules.ts';

/** Forgets d: takes a layout for lost if the nim-sum of its gaps is 0. */
export function solve(c: Case): number {
  let won = 0;
  for (const layout of layouts(c)) {
    let sum = 0;
    for (let white = 0; white < c.pieces; white += 2) {
      sum ^= (layout[white + 1] as number) - (layout[white] as number) - 1;
    }
    if (sum !== 0) won++;
  }
  return won;
}
