import type { Cost } from '../../game.ts';
import { farDoublings } from '../../graph/locality.ts';
import type { Case } from './rules.ts';

/** What every case takes, however small: some twenty arrays are made for it. */
const CASE = 800;

/** O(n + m + K); no Grundy value passes √(2m), which bounds the table of 3^d changes. */
export function cost({ vertices, edges, tokens }: Case): Cost {
  const count = edges.tails.length;
  const digits = Math.ceil(Math.log2(Math.sqrt(2 * count) + 1));
  const steps = CASE + vertices + count + farDoublings(edges) + 3 * tokens.length;
  return { steps, bytes: 24 * vertices + 12 * count + 8 * tokens.length + 20 * 3 ** digits };
}
