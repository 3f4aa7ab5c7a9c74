import type { Cost } from '../../game.ts';
import type { Case } from './rules.ts';

/** A factorial and its inverse, in products of the sum. */
const FACTORIALS = 16;
/** Choosing where the space outside the pairs goes, in products of the sum. */
const CHOICE = 6;

/** The products of the sum over all t ≤ (n − k) / (d + 1), with half of the q ≤ k / 2 / (d + 1) each. */
export function productsOf(c: Case): number {
  const totals = totalsOf(c);
  const choices = choicesOf(c);
  const short = Math.min(totals, choices);
  return (short * short) / 4 + ((totals - short) * choices) / 2;
}

function totalsOf({ cells, pieces, moved }: Case): number {
  return Math.floor((cells - pieces) / (moved + 1)) + 1;
}

function choicesOf({ pieces, moved }: Case): number {
  return Math.floor(pieces / 2 / (moved + 1)) + 1;
}

/** The products, and two tables of n and two shorter ones of 32-bit numbers. */
export function cost(c: Case): Cost {
  const totals = totalsOf(c);
  const steps = Math.ceil(FACTORIALS * c.cells + CHOICE * totals + productsOf(c));
  return { steps, bytes: 4 * (2 * c.cells + totals + choicesOf(c)) };
}
