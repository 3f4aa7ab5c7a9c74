import { defineGame } from '../../game.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { limits } from './rules.ts';
import { solve } from './solve.ts';

/** A walk over a board that enters no cell twice; which starts lose for the mover (BZOJ 1443). */
export const game = defineGame({
  name: 'grid-geography',
  judge: 'bzoj1443',
  limits,
  framing: 'one',
  codec,
  cost,
  nanosecondsPerStep: 18,
  solve,
});
