import { defineGame } from '../../game.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { limits } from './rules.ts';
import { fold, solve } from './solve.ts';

/** Pairs of heaps: throw one away, split the other (BZOJ 1228). */
export const game = defineGame({
  name: 'delete-nim',
  judge: 'bzoj1228',
  limits,
  framing: 'counted',
  codec,
  cost,
  nanosecondsPerStep: 4,
  solve,
  fold,
});
