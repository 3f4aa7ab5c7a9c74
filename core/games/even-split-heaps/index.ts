import { defineGame } from '../../game.ts';
import type { Warning } from '../../text/errors.ts';
import { codec } from './codec.ts';
import { cost, costTogether } from './plan.ts';
import { type Case, limits } from './rules.ts';
import { solve } from './solve.ts';

/** Heaps that are split into nearly equal ones (BZOJ 3576). */
export const game = defineGame({
  name: 'even-split-heaps',
  judge: 'bzoj3576',
  limits,
  framing: 'counted',
  codec,
  cost,
  costTogether,
  nanosecondsPerStep: 7,
  solve,
  caveat,
});

function caveat({ threshold, heaps }: Case): Warning | null {
  if (threshold !== 1 || !heaps.includes(1)) return null;
  return {
    rule: 'theory/not-covered',
    message: 'with F = 1 a heap of 1 counts as dead; by the letter of the rules play would not end',
  };
}
