import { defineGame } from '../../game.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { limits } from './rules.ts';
import { solve } from './solve.ts';

/** Sliding pieces into a hole: the mistakes in a record of play (BZOJ 2437). */
export const game = defineGame({
  name: 'sliding-geography',
  judge: 'bzoj2437',
  limits,
  framing: 'one',
  codec,
  cost,
  nanosecondsPerStep: 20,
  solve,
});
