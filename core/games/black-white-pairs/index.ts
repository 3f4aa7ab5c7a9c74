import { defineGame, type Game } from '../../game.ts';
import { asking } from './asking.ts';
import { codec } from './codec.ts';
import { cost } from './plan.ts';
import { type Answer, type Case, limits } from './rules.ts';
import { solve } from './solve.ts';

const judges = {
  name: 'black-white-pairs',
  judge: 'bzoj2281',
  limits,
  framing: 'one',
  codec,
  cost,
  nanosecondsPerStep: 4,
  solve,
  caveat,
} as const satisfies Game<Case, Answer>;

/** White and black pieces in turn on a strip (BZOJ 2281). */
export const game = defineGame<Case, Answer>({
  ...judges,
  asking: (asked) => asking(judges, asked),
});

/** Where moves both ways have been seen to change the count. */
function caveat({ cells, pieces, moved }: Case) {
  if (moved < 2 || pieces / 2 < moved + 2 || cells < pieces + moved + 2) return null;
  const message =
    'the published count lets white move only to the right and black only to the left; with moves ' +
    'both ways the count can differ if d ≥ 2, k/2 ≥ d+2 and n ≥ k+d+2: this is the pattern of all ' +
    'data so far, it is not proved';
  return { rule: 'theory/not-covered', message };
}
