import type { Case } from '../../../core/games/election-promises/rules.ts';

/** Forgets the graph: plays Nim on the heights. */
export function solve({ heights }: Case): Uint32Array | null {
  const sum = heights.reduce((xor, height) => xor ^ height, 0);
  const mover = heights.findIndex((height) => (height ^ sum) >>> 0 < height);
  return mover < 0 ? null : heights.with(mover, (heights[mover] as number) ^ sum);
}
