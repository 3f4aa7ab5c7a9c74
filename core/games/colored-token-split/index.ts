import { defineGame } from '../../game.ts';
import { defineListFile, foldOf } from '../../list-file.ts';
import { codec } from './codec.ts';
import { cost, list, split } from './plan.ts';
import { limits } from './rules.ts';
import { solve } from './solve.ts';

/** Tokens on a DAG with coloured edges (JZOJ 3996). */
export const game = defineGame({
  name: 'colored-token-split',
  judge: 'jzoj3996',
  limits,
  framing: 'one',
  codec,
  cost,
  nanosecondsPerStep: 5,
  solve,
  fold: foldOf(list),
  list: defineListFile(list),
  split,
});
