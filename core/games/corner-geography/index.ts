import { defineGame } from '../../game.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { limits } from './rules.ts';
import { solve } from './solve.ts';

/** A walk from the corner of a square board that enters no cell twice (BZOJ 2463). */
export const game = defineGame({
  name: 'corner-geography',
  judge: 'bzoj2463',
  limits,
  framing: 'to-end',
  codec,
  cost,
  /** What the solve stage spends on a case; the parity itself takes one nanosecond. */
  nanosecondsPerStep: 100,
  solve,
});
