import { defineProof } from '../../proof.ts';
import type { Random } from '../../random/random.ts';
import { literal, oracle, positions } from './oracle.ts';
import { type Case, limits } from './rules.ts';

function randomCase(random: Random, cells: number, pairs: number): Case {
  const pieces = 2 * Math.min(pairs, cells >>> 1);
  return { cells, pieces, moved: random.between(1, pieces) };
}

const small = {
  /** Half of them have d > k/2, where only layouts without gaps are lost. */
  random: (random: Random) => [randomCase(random, random.between(2, 14), random.between(1, 7))],

  /** Kills a solver that stops a binary digit early, or forgets where the space outside goes. */
  'one-pair': (random: Random) => [randomCase(random, random.between(2, 40), 1)],

  /** Kills a solver that takes the wrong number of heaps for d: two long gaps. */
  'two-pairs': (random: Random) => [
    { cells: random.between(8, 20), pieces: 4, moved: random.between(1, 2) },
  ],

  /** Kills a solver of plain Nim and one that counts the ones mod d: d + 1 pairs can balance. */
  'pairs-that-balance': (random: Random) => {
    const pieces = 2 * random.between(3, 4);
    return [{ cells: random.between(pieces, 14), pieces, moved: random.between(1, 3) }];
  },

  'full-board': (random: Random) => {
    const pieces = 2 * random.between(1, 6);
    return [{ cells: pieces + random.below(2), pieces, moved: random.between(1, pieces) }];
  },
};

const large = {
  'published-max': () => [
    { cells: limits.cells.published, pieces: limits.pieces.published, moved: 1 },
  ],

  /** The most products for its number of cells. */
  'half-of-a-long-board': () => [{ cells: 100_000, pieces: 50_000, moved: 1 }],

  'few-pieces-on-the-longest-board': () => [
    { cells: limits.cells.max, pieces: limits.pieces.published, moved: 1 },
  ],

  'full-longest-board': () => [
    { cells: limits.cells.max, pieces: limits.pieces.max, moved: limits.moved.max },
  ],
};

export const proof = defineProof({ oracle, literal, positions, small, large });
