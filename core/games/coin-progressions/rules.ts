import type { Limits } from '../../text/limit.ts';

/** Coins in a row, the first one is coin 1. */
export interface Case {
  /** What each coin shows: 0 = tails, 1 = heads. */
  readonly coins: Uint8Array;
  /** MAXQ, the most coins that are flipped along with the chosen one. */
  readonly most: number;
}

/** Whether the first player wins. */
export type Answer = boolean;

/** Bit x − 1 is set where coin x shows tails. Up to 30 coins: bits of a signed integer. */
export type Position = number;

export const limits = {
  cases: { symbol: 'T', min: 0, max: 10_000_000, published: 100 },
  coins: { symbol: 'n', min: 1, max: 1_000_000_000, published: 30_000 },
  most: { symbol: 'MAXQ', min: 1, max: 2_147_483_647, published: 20 },
  coin: { symbol: 'coin', min: 0, max: 1, published: 1 },
} as const satisfies Limits;

export function startPosition({ coins }: Case): Position {
  return coins.reduce(
    (position, coin, index) => (coin === 0 ? position | (1 << index) : position),
    0,
  );
}

/** Choose a coin that shows tails; flip it and the coins that go with it. */
export function* options(c: Case, position: Position): Generator<Position> {
  for (let coin = 1; coin <= c.coins.length; coin++) {
    if (((position >>> (coin - 1)) & 1) === 0) continue;
    for (const flipped of [...flips(coin, 2, c.most), ...flips(coin, 3, c.most)]) {
      yield flipped.reduce((option, other) => option ^ (1 << (other - 1)), position);
    }
  }
}

/**
 * The sets of coins that are flipped when `coin` is chosen with one base: for p ≥ 1 and
 * 1 ≤ q ≤ most with p·q at most the exponent of the base, the coins coin / base^(p·j), j = 0 … q.
 */
export function* flips(coin: number, base: 2 | 3, most: number): Generator<number[]> {
  const exponent = exponentOf(coin, base);
  for (let p = 1; p <= exponent; p++) {
    for (let q = 1; q <= most && p * q <= exponent; q++) {
      yield Array.from({ length: q + 1 }, (_, j) => coin / base ** (p * j));
    }
  }
}

function exponentOf(coin: number, base: number): number {
  let exponent = 0;
  while (coin % base ** (exponent + 1) === 0) exponent++;
  return exponent;
}
