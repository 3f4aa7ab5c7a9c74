import { type Case, layouts } from '../../../core/games/black-white-pairs/rules.ts';

/** Takes the gap between a black piece and the next white one for a heap as well. */
export function solve(c: Case): number {
  let won = 0;
  for (const layout of layouts(c)) {
    const gaps = layout.slice(1).map((cell, piece) => cell - (layout[piece] as number) - 1);
    const unbalanced = [1, 2, 4, 8, 16, 32].some(
      (digit) => gaps.filter((gap) => (gap & digit) !== 0).length % (c.moved + 1) !== 0,
    );
    if (unbalanced) won++;
  }
  return won;
}
