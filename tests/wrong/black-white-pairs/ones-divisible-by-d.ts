import { type Case, layouts } from '../../../core/games/black-white-pairs/rules.ts';

/** Takes a layout for lost if the ones of each digit are a multiple of d, not of d + 1. */
export function solve(c: Case): number {
  let won = 0;
  for (const layout of layouts(c)) {
    const gaps = layout.flatMap((cell, piece) =>
      piece % 2 === 1 ? [cell - (layout[piece - 1] as number) - 1] : [],
    );
    const unbalanced = [1, 2, 4, 8, 16, 32].some(
      (digit) => gaps.filter((gap) => (gap & digit) !== 0).length % c.moved !== 0,
    );
    if (unbalanced) won++;
  }
  return won;
}
