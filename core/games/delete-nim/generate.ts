import { defineProof } from '../../proof.ts';
import type { Random } from '../../random/random.ts';
import { oracle, positions } from './oracle.ts';
import { type Case, limits } from './rules.ts';

/** By number of groups, how large heaps may be for the oracle to play them fast. */
const LARGEST_PLAYED = [0, 24, 8, 5] as const;

function randomCase(random: Random, groups: number, largest: number): Case {
  return { heaps: Float64Array.from({ length: 2 * groups }, () => random.between(1, largest)) };
}

function playableCase(random: Random): Case {
  const groups = random.between(0, 3);
  return randomCase(random, groups, LARGEST_PLAYED[groups] as number);
}

function largeCase(sizes: readonly bigint[]): Case {
  return {
    heaps: Float64Array.from(sizes, Number),
    large: new Map(sizes.map(toEntry).filter(isLarge)),
  };
}

function toEntry(size: bigint, heap: number): readonly [number, bigint] {
  return [heap, size];
}

function isLarge([, size]: readonly [number, bigint]): boolean {
  return size > Number.MAX_SAFE_INTEGER;
}

const small = {
  random: (random: Random) =>
    Array.from({ length: random.between(0, 4) }, () => playableCase(random)),

  /** Kills whoever forgets to subtract 1, counts zero-bits or looks at the larger heap only. */
  'one-group': (random: Random) => [randomCase(random, 1, 24)],

  /** Kills whoever takes any even heap for a win: two groups of even heaps may balance. */
  'even-heaps': (random: Random) => [
    { heaps: Float64Array.from({ length: 4 }, () => 2 * random.between(1, 4)) },
  ],

  /** Kills whoever lets the groups run into each other: the same heaps in another order. */
  'heaps-change-groups': (random: Random) => {
    const heaps = Array.from({ length: 4 }, () => random.between(1, 8));
    return [0, 1, 2].map(() => ({ heaps: Float64Array.from(random.shuffled(heaps)) }));
  },

  'all-ones': (random: Random) => [{ heaps: new Float64Array(2 * random.between(0, 4)).fill(1) }],
};

const medium = {
  /** Past the sign bit of 32-bit operators, which the oracle cannot play. */
  'up-to-two-thousand-million': (random: Random) => [randomCase(random, 2, 2_000_000_000)],
};

const large = {
  'published-max': (random: Random) =>
    Array.from({ length: limits.cases.published }, () => {
      const c = randomCase(random, limits.heaps.published / 2, limits.size.published);
      c.heaps[0] = limits.size.published;
      return c;
    }),

  /** Grundy values of 31 to 53, which need the bits that 32-bit operators drop. */
  'beyond-32-bits': (random: Random) =>
    Array.from({ length: 100 }, () => {
      const heaps = Array.from({ length: 200 }, () => 2 ** random.between(31, 52));
      return {
        heaps: Float64Array.from([...heaps, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1]),
      };
    }),

  /** Grundy values of up to 13,000: the same low ones in groups that balance, or not, by one bit far up. */
  'thousands-of-digits': (random: Random) =>
    Array.from({ length: 20 }, () => {
      const bits = random.between(60, 13_000);
      const size = 2n ** BigInt(bits);
      const other = random.between(0, 1) === 0 ? size : size + 2n ** BigInt(bits - 1);
      return largeCase([size, 1n, 1n, other]);
    }),
};

export const proof = defineProof({
  oracle,
  positions,
  won: (answer: boolean) => answer,
  small,
  medium,
  large,
});
