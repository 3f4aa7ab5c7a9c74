import { type Case, layouts } from '../../../core/games/black-white-pairs/rules.ts';

/** Looks at the digits below n − k only: forgets the top one where n − k is a power of two. */
export function solve(c: Case): number {
  let won = 0;
  for (const layout of layouts(c)) {
    let unbalanced = false;
    for (let digit = 1; digit < c.cells - c.pieces; digit *= 2) {
      const ones = layout.filter((cell, piece) => {
        const gap = (layout[piece + 1] ?? 0) - cell - 1;
        return piece % 2 === 0 && (gap & digit) !== 0;
      });
      unbalanced ||= ones.length % (c.moved + 1) !== 0;
    }
    if (unbalanced) won++;
  }
  return won;
}
