import { defineProof } from '../../proof.ts';
import type { Random } from '../../random/random.ts';
import { oracle, positions } from './oracle.ts';
import { type Case, limits } from './rules.ts';

/** By number of heaps, how large they may be for the oracle to play them fast. */
const LARGEST_PLAYED = [0, 24, 10, 7] as const;

function randomHeaps(random: Random, count: number, smallest: number, largest: number): Int32Array {
  return Int32Array.from({ length: count }, () => random.between(smallest, largest));
}

function playableHeaps(random: Random): Int32Array {
  const count = random.between(1, 3);
  return randomHeaps(random, count, 1, LARGEST_PLAYED[count] as number);
}

function caseOf(threshold: number, ...heaps: number[]): Case {
  return { threshold, heaps: Int32Array.from(heaps) };
}

const small = {
  random: (random: Random) => {
    const threshold = random.between(1, 6);
    const count = random.between(0, 4);
    return Array.from({ length: count }, () => ({ threshold, heaps: playableHeaps(random) }));
  },

  /** Kills whoever splits into two only, into equal heaps only, or looks at one m a quotient. */
  'two-heaps': (random: Random) => {
    const [x, y] = randomHeaps(random, 2, 6, 12);
    return [caseOf(random.between(1, 3), x as number, y as number)];
  },

  /** Kills whoever takes a heap of F for dead, or one of F − 1 for live. */
  'around-the-threshold': (random: Random) => {
    const threshold = random.between(2, 10);
    return [threshold - 1, threshold, threshold + 1].map((size) => caseOf(threshold, size));
  },

  /** Kills whoever takes any live heap for a win. */
  'equal-heaps': (random: Random) => {
    const size = random.between(1, 9);
    return [caseOf(random.between(1, 5), size, size)];
  },

  /** F = 1 with heaps of 1, which are dead. */
  'heaps-of-one': (random: Random) => [caseOf(1, 1, random.between(1, 6), 1)],
};

const medium = {
  /** Sizes that few quotients and many reach. */
  'up-to-six-hundred': (random: Random) => [
    { threshold: random.between(1, 40), heaps: randomHeaps(random, 2, 2, 600) },
  ],
};

const large = {
  /** F = 2 makes every heap live, so every quotient counts. */
  'published-max': (random: Random) =>
    Array.from({ length: limits.cases.published }, () => {
      const { published: largest } = limits.size;
      const heaps = randomHeaps(random, limits.heaps.published, (largest + 1) / 2, largest);
      return { threshold: 2, heaps: heaps.with(0, largest) };
    }),

  /** The same with a threshold at its limit: only one size is live. */
  'published-max-threshold': (random: Random) =>
    Array.from({ length: limits.cases.published }, () => {
      const { published: largest } = limits.size;
      const heaps = randomHeaps(random, limits.heaps.published, 1, largest);
      return { threshold: limits.threshold.published, heaps: heaps.with(0, largest) };
    }),

  /** One heap of the largest size: about 10^6 quotients on a table of 10^7 places. */
  'largest-heap': () => [caseOf(2, limits.size.max)],

  /** Every size once: the whole table has to be filled. */
  'every-size': () => [
    { threshold: 2, heaps: Int32Array.from({ length: 50_000 }, (_, i) => i + 1) },
  ],
};

export const proof = defineProof({
  oracle,
  positions,
  won: (answer: boolean) => answer,
  small,
  medium,
  large,
});
