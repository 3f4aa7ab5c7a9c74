import { defineProof } from '../../proof.ts';
import type { Random } from '../../random/random.ts';
import { LONGEST_NUMBER } from '../../text/limit.ts';
import { oracle, positions } from './oracle.ts';
import { type Case, limits } from './rules.ts';

/** The largest board in reach of the oracle. */
const LARGEST_PLAYED = 5;

function randomSides(random: Random, count: number, largest: number): Case[] {
  return Array.from({ length: count }, () => random.between(1, largest));
}

const small = {
  random: (random: Random) => randomSides(random, random.between(1, 6), LARGEST_PLAYED),

  /** A file that holds nothing but the final 0. */
  'no-boards': () => [],

  /** Kills a solver that wins on every board, or that takes the only cell for a step. */
  'one-cell': () => [1],

  /** Kills whoever reads one number only: the winner changes from line to line. */
  'side-after-side': (random: Random) => {
    const first = random.between(1, LARGEST_PLAYED - 1);
    return Array.from({ length: LARGEST_PLAYED + 1 - first }, (_, step) => first + step);
  },

  /** Kills a solver that lets the token go right and down only. */
  'even-board': (random: Random) => [2 * random.between(1, 2)],
};

const large = {
  'published-max': (random: Random) => {
    const sides = randomSides(random, 100_000, limits.side.published);
    return sides.with(-1, limits.side.published);
  },

  /** Both sides of 2^31, 2^32 and the largest exact integer: parity must not pass through 32 bits. */
  'beyond-32-bits': (random: Random) => [
    ...[2 ** 31, 2 ** 32, 2 ** 52].flatMap((power) => [power - 1, power, power + 1]),
    ...randomSides(random, 1_000, Number.MAX_SAFE_INTEGER),
    Number.MAX_SAFE_INTEGER - 1,
    Number.MAX_SAFE_INTEGER,
  ],

  /** Numbers of up to 4,000 digits, which doubles round to even ones. */
  'thousands-of-digits': (random: Random) => {
    const digits = [16, 17, 100, 1_000, LONGEST_NUMBER];
    return digits.flatMap((count) => [0, 1, 2].map(() => numberOf(random, count)));
  },
};

function numberOf(random: Random, digits: number): bigint {
  const text = Array.from({ length: digits }, (_, at) => random.between(at === 0 ? 1 : 0, 9));
  return BigInt(text.join(''));
}

export const proof = defineProof({
  oracle,
  positions,
  won: (answer: boolean) => answer,
  small,
  large,
});
