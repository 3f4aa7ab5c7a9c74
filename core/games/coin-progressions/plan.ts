import { type Cost, defineSplit } from '../../game.ts';
import { numberAsBytes } from '../../number/binary.ts';
import { cutRange, type Range } from '../../number/ranges.ts';
import type { Answer, Case } from './rules.ts';
import { nimSumOfTails } from './solve.ts';

/** A power of 2 times a power of 3, in coins looked at. */
const UNIT = 20;

/** What every case takes, however short. */
const CASE = 1_500;

/** Two thirds of the coins are looked at, along about (log n)^2 / 3 of the units 2^a · 3^b. */
export function cost({ coins }: Case): Cost {
  return { steps: stepsOf(coins.length), bytes: coins.length };
}

export function stepsOf(coins: number): number {
  const units = (Math.log2(coins) + 1) ** 2 / 3;
  return Math.ceil(CASE + coins + UNIT * units);
}

/** One round over the row of coins: each part gives the nim-sum of its coins. */
export const split = defineSplit<Case, Answer, number, Range, number>({
  rounds: () => 1,
  start: () => 0,
  parts: (c, _round, count) => cutRange(c.coins.length, count),
  solvePart: (c, _state, range) => nimSumOfTails(c, range),
  merge: (_c, state, partials) => partials.reduce((sum, partial) => sum ^ partial, state),
  finish: (_c, sum) => sum !== 0,
  steps: (c) => cost(c).steps,
  state: numberAsBytes,
  partial: numberAsBytes,
});
