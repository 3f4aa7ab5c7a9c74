import type { Cost } from '../../game.ts';
import type { Case } from './rules.ts';

/** One Grundy value a group. */
export function cost({ heaps }: Case): Cost {
  return { steps: heaps.length / 2, bytes: heaps.byteLength };
}
