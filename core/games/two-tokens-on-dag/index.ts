import { defineGame } from '../../game.ts';
import type { Warning } from '../../text/errors.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { type Case, limits } from './rules.ts';
import { edgeNotCovered, solve } from './solve.ts';

/** Tokens on a DAG, one or two moved in a turn (HDU 5865). */
export const game = defineGame({
  name: 'two-tokens-on-dag',
  judge: 'hdu5865',
  limits,
  framing: 'to-end',
  codec,
  cost,
  nanosecondsPerStep: 18,
  solve,
  caveat,
});

function caveat(c: Case): Warning | null {
  const edge = edgeNotCovered(c);
  if (edge === null) return null;
  const message =
    `the published method is not proved here: there are ${c.tokens.length} tokens, and the edge ` +
    `${edge.tail + 1} → ${edge.head + 1} behind one of them leads to a larger Grundy value`;
  return { rule: 'theory/not-covered', message };
}
