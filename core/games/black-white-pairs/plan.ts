import type { Cost } from '../../game.ts';
import type { Case } from './rules.ts';

/** A factorial and its inverse, in products of the sum. */
const FACTORIALS = 16;
/** Choosing where the space outside the pairs goes, in products of the sum. */
const CHOICE = 6;

/**
 * The products of the sum over all t ≤ (n − k) / (d + 1), with half of the q ≤ k / 2 / (d + 1) each;
 * two tables of n and one of (n − k) / (d + 1) numbers of 32 bits.
 */
export function cost({ cells, pieces, moved }: Case): Cost {
  const totals = Math.floor((cells - pieces) / (moved + 1)) + 1;
  const choices = Math.floor(pieces / 2 / (moved + 1)) + 1;
  const short = Math.min(totals, choices);
  const products = (short * short) / 4 + ((totals - short) * choices) / 2;
  const steps = Math.ceil(FACTORIALS * cells + CHOICE * totals + products);
  return { steps, bytes: 4 * (2 * cells + totals + choices) };
}
