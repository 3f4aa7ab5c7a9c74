import type { Cost } from '../../game.ts';
import { farDoublings } from '../../graph/locality.ts';
import type { Case } from './rules.ts';

/** O(n + m), dearer where edges lead far. */
export function cost({ vertices, edges }: Case): Cost {
  const count = edges.tails.length;
  const steps = 150 + vertices + count + farDoublings(edges);
  return { steps, bytes: 72 * vertices + 12 * count };
}
