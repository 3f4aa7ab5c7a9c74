import { defineGame } from '../../game.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { limits } from './rules.ts';
import { solve, table } from './solve.ts';

/** Counts the edge subsets of a DAG on which the first player wins with two tokens (AGC 016 F). */
export const game = defineGame({
  name: 'dag-subgraph-count',
  judge: 'agc016f',
  limits,
  framing: 'one',
  codec,
  cost,
  nanosecondsPerStep: 0.175,
  solve,
  table,
});
