import { defineGame } from '../../game.ts';
import { codec } from './codec.ts';
import { cost, split } from './plan.ts';
import { limits } from './rules.ts';
import { solve } from './solve.ts';
import { table } from './table.ts';

/** Counts the edge subsets of a DAG on which the first player wins with two tokens (AGC 016 F). */
export const game = defineGame({
  name: 'dag-subgraph-count',
  judge: 'agc016f',
  limits,
  framing: 'one',
  codec,
  cost,
  nanosecondsPerStep: 1.4,
  solve,
  split,
  table,
});
