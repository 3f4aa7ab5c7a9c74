import type { AnyGame, Asked } from '../game.ts';
import type { Finding } from '../text/errors.ts';

/** The judge's own answer. */
export const JUDGES: Asked = { exact: false, modulus: null, histogram: false };

/** Whether anything but the judge's answer is asked for. */
export function isAsked({ exact, modulus, histogram }: Asked): boolean {
  return exact || histogram || modulus !== null;
}

/** A modulus that can be asked for, 1 … 2^31 − 1; null for any other text. */
export function readModulus(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : null;
}

/** What is asked for, in the words of the flags; empty for the judge's answer. */
export function describeAsked({ exact, modulus, histogram }: Asked): string {
  return [
    ...(exact ? ['exact'] : []),
    ...(modulus === null ? [] : [`modulus ${modulus}`]),
    ...(histogram ? ['histogram'] : []),
  ].join(' ');
}

/** The game that gives the answer asked for, or why there is none. */
export function askedOf(game: AnyGame, asked: Asked): AnyGame | Finding {
  if (!isAsked(asked)) return game;
  const found = `${describeAsked(asked)} for ${game.name}`;
  if (game.asking !== undefined && asked.exact && asked.modulus !== null) {
    return { rule: 'option/conflict', place: null, found, allowed: 'either exact or a modulus' };
  }
  const other = game.asking?.(asked) ?? null;
  if (other !== null) return { ...other, asked };
  const allowed =
    game.asking === undefined
      ? 'the judge’s answer, without exact, modulus and histogram'
      : 'the judge’s answer, or one with exact or a modulus';
  return { rule: 'option/not-offered', place: null, found, allowed };
}
