import { defineProof } from '../../proof.ts';
import type { Random } from '../../random/random.ts';
import { oracle, positions } from './oracle.ts';
import { type Case, limits } from './rules.ts';

/** The coins up to 27 that are powers of 2 times powers of 3, except 1. */
const SMOOTH = [2, 3, 4, 6, 8, 9, 12, 16, 18, 24, 27] as const;
const MOST = [1, 2, 3, 20] as const;

function randomCoins(random: Random, n: number): Uint8Array {
  return Uint8Array.from({ length: n }, () => random.below(2));
}

function onlyTails(n: number, tails: readonly number[]): Uint8Array {
  const coins = new Uint8Array(n).fill(1);
  for (const coin of tails) coins[coin - 1] = 0;
  return coins;
}

const small = {
  random: (random: Random) => [
    { coins: randomCoins(random, random.between(1, 16)), most: random.between(1, 4) },
    { coins: randomCoins(random, random.between(1, 4)), most: random.between(1, 2) },
  ],

  /**
   * Lost iff the values of the two are equal, so it kills every wrong value: MAXQ forgotten or off
   * by one (8 is 3 or 4), and the nim-sum of the exponents for MAXQ > 1 (24 is 2 or 5).
   */
  'two-tails': (random: Random) => {
    const tails = [random.pick(SMOOTH), random.pick(SMOOTH)];
    const n = random.between(Math.max(...tails), 27);
    return [{ coins: onlyTails(n, tails), most: random.pick(MOST) }];
  },

  /** Exponents up to 4; kills a solver that counts the chosen coin among the MAXQ. */
  'powers-of-two': (random: Random) => {
    const tails = [2, 4, 8, 16].filter(() => random.below(2) === 0);
    return [{ coins: onlyTails(16, tails), most: random.pick(MOST) }];
  },

  /** Always lost: kills a solver that gives a coin a value by its number, not by its exponents. */
  'twins-by-a-factor-of-five': (random: Random) => {
    const tails = [2, 3, 4].filter(() => random.below(2) === 0);
    return [{ coins: onlyTails(20, [...tails, ...tails.map((coin) => 5 * coin)]), most: 1 }];
  },
};

const large = {
  'published-max': (random: Random) =>
    Array.from({ length: limits.cases.published }, () => ({
      coins: randomCoins(random, limits.coins.published),
      most: limits.most.published,
    })),

  'one-long-row': (random: Random): Case[] => [
    { coins: randomCoins(random, 2_000_000), most: limits.most.max },
  ],

  'many-short-rows': (random: Random) =>
    Array.from({ length: 20_000 }, () => ({
      coins: randomCoins(random, random.between(1, 12)),
      most: random.pick(MOST),
    })),
};

export const proof = defineProof({
  oracle,
  positions,
  won: (answer: boolean) => answer,
  small,
  large,
});
