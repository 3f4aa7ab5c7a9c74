import type { AnyGame } from '../../game.ts';
import { type AnyListFile, forSome, someItems } from '../../list-file.ts';
import { type Finding, InputError, type Place, type Warning } from '../../text/errors.ts';
import type { RandomText } from '../../text/random-text.ts';
import { type ReaderOptions, TokenReader } from '../../text/token-reader.ts';
import { type ByteRange, behindToken } from './cut.ts';
import type { Opening } from './opening.ts';
import { type RangeEnd, START } from './range-end.ts';

/** What the items that start in a range come to, read without knowing what stands before them. */
export interface ListRange extends RangeEnd {
  readonly kind: 'list';
  readonly items: number;
  readonly sum: unknown;
  /** The first item out of range; its place counts from the start of the range. */
  readonly report: Finding | null;
  /** Whether something in it loses the frame. */
  readonly isBroken: boolean;
  readonly warnings: readonly Warning[];
}

/** Reads the items that start in a range. The range is moved to the ends of the tokens that it cuts. */
export function readListRange(
  game: AnyGame,
  text: RandomText,
  { opening, range }: { readonly opening: Opening; readonly range: ByteRange },
  options: ReaderOptions,
): ListRange {
  const list = game.list as AnyListFile;
  const { c } = opening.list as NonNullable<Opening['list']>;
  const start =
    range.start === opening.start ? range.start : behindToken(text, opening, range.start);
  const end = Math.max(start, behindToken(text, opening, range.end));
  const part = { ...opening.part, isEnd: end === text.size };
  const reader = new TokenReader(text.from(start, end), { ...options, part, countsLines: true });
  let sum = list.nothing(c);
  let items = 0;
  let isBroken = false;
  try {
    while (reader.more()) {
      const some = someItems(reader, Number.POSITIVE_INFINITY, list.limit(c));
      if (reader.sound) sum = list.add(sum, some);
      items += some.length;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    isBroken = true;
  }
  const report = reader.takeReport()?.finding ?? null;
  const { warningsSoFar: warnings, place } = isBroken
    ? { warningsSoFar: [], place: START }
    : reader;
  return { kind: 'list', items, sum, report, isBroken, warnings, start, end, place };
}

/** Where reading goes on in a list, and how many items there are to come. */
export interface ListRest {
  readonly start: number;
  readonly place: Place;
  readonly items: number;
}

/** What the rest of a list comes to, read as the whole file would be: by its length, and up to the end. */
export function readRestOfList(
  game: AnyGame,
  text: RandomText,
  { opening, rest }: { readonly opening: Opening; readonly rest: ListRest },
  options: ReaderOptions,
) {
  const list = game.list as AnyListFile;
  const { c } = opening.list as NonNullable<Opening['list']>;
  const { start, items } = rest;
  const origin = { ...rest.place, head: 0 };
  const how = { ...options, origin, part: opening.part };
  const reader = new TokenReader(text.from(start, text.size), how);
  let sum = list.nothing(c);
  let error: Finding | null = null;
  try {
    forSome(reader, { count: items, limit: list.limit(c) }, (numbers) => {
      if (reader.sound) sum = list.add(sum, numbers);
    });
    reader.end();
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown;
    error = thrown.finding;
  }
  return {
    sum,
    fault: reader.takeReport()?.finding ?? error,
    warnings: reader.warningsSoFar,
  };
}
