import type { Cost } from '../../game.ts';
import type { Case } from './rules.ts';

/** One Grundy value a group. */
export function cost({ heaps }: Case): Cost {
  return { steps: stepsOf(heaps.length), bytes: heaps.byteLength };
}

export function stepsOf(heaps: number): number {
  return heaps / 2;
}
