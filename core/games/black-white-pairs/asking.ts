import { type AnyGame, type Asked, defineGame, type Game } from '../../game.ts';
import { exactCost, exactCount } from './exact.ts';
import type { Answer, Case } from './rules.ts';

/** The judge's game. */
type Base = Omit<Game<Case, Answer>, 'fold' | 'split' | 'certificate' | 'asking'>;

/**
 * The game that counts exactly, or modulo another number, prime or not: the residue of the count
 * itself. Null for counts by Grundy value, which the game does not have.
 */
export function asking(base: Base, { exact, modulus, histogram }: Asked): AnyGame | null {
  if (histogram) return null;
  if (exact) {
    return defineGame<Case, bigint>({
      ...base,
      codec: { ...base.codec, formatAnswer: (count) => `${count}`, parseAnswer: BigInt },
      cost: exactCost,
      solve: exactCount,
    });
  }
  if (modulus === null) return defineGame(base);
  const solve = (c: Case) => Number(exactCount(c) % BigInt(modulus));
  return defineGame<Case, Answer>({ ...base, cost: exactCost, solve });
}
