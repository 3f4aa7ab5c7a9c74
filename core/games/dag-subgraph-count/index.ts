import { defineGame, type Game } from '../../game.ts';
import { asking } from './asking.ts';
import { calibration } from './calibration.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { type Answer, type Case, limits } from './rules.ts';
import { solve, table } from './solve.ts';

const judges = {
  name: 'dag-subgraph-count',
  judge: 'agc016f',
  limits,
  framing: 'one',
  codec,
  cost,
  nanosecondsPerStep: 0.2,
  calibration,
  solve,
  table,
} as const satisfies Game<Case, Answer>;

/** Counts the edge subsets of a DAG on which the first player wins with two tokens (AGC 016 F). */
export const game = defineGame<Case, Answer>({
  ...judges,
  asking: (asked) => asking(judges, asked),
});
