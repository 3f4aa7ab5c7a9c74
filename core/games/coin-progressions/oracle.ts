import { bruteForce } from '../../theory/brute-force.ts';
import { type Answer, type Case, flips, options, type Position, startPosition } from './rules.ts';

const MOST_COINS = 30;

/** Plays the literal rules from the start to the end. */
export function oracle(c: Case): Answer {
  const wins = bruteForce<Position>(
    (position) => options(c, position),
    (position) => position,
  );
  return wins(startPosition(c));
}

/** Every state of the coins that can ever be turned. */
export function positions(c: Case): number {
  const n = c.coins.length;
  if (n > MOST_COINS) return Number.POSITIVE_INFINITY;
  const turned = new Set<number>();
  for (let coin = n; coin >= 1; coin--) {
    if (c.coins[coin - 1] !== 0 && !turned.has(coin)) continue;
    for (const flipped of [...flips(coin, 2, c.most), ...flips(coin, 3, c.most)]) {
      for (const other of flipped) turned.add(other);
    }
  }
  return 2 ** turned.size;
}
