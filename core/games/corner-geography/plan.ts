import type { Cost } from '../../game.ts';

/** One look at the parity, whatever the size of the board. */
export function cost(): Cost {
  return { steps: 1, bytes: 0 };
}
