import { defineGame } from '../../game.ts';
import { codec } from './codec.ts';
import { cost, split } from './plan.ts';
import { limits } from './rules.ts';
import { fold, solve } from './solve.ts';

/** Coins flipped in geometric progressions of 2 or 3 (BZOJ 4600). */
export const game = defineGame({
  name: 'coin-progressions',
  judge: 'bzoj4600',
  limits,
  framing: 'counted',
  codec,
  cost,
  nanosecondsPerStep: 1,
  solve,
  fold,
  split,
});
