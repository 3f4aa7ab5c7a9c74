import type { Fold } from './framing.ts';
import type { Binary } from './number/binary.ts';
import type { Limit } from './text/limit.ts';
import type { TokenReader } from './text/token-reader.ts';

/**
 * A file of one case whose last part is a list of numbers, in an order that does not matter: parts of
 * it can be added up anywhere, and their sums joined.
 */
export interface ListFile<Case, Sum, Answer> {
  /** Reads all that stands before the list, its length included; the case is left with an empty list. */
  readonly before: (reader: TokenReader) => { readonly c: Case; readonly count: number };
  /** Of one item. */
  readonly limit: (c: Case) => Limit;
  readonly nothing: (c: Case) => Sum;
  /** The sum with some items more, none of which may be kept; it may be changed. */
  readonly add: (sum: Sum, items: Int32Array) => Sum;
  /** Of two parts of the list; the first may be changed. */
  readonly join: (sum: Sum, other: Sum) => Sum;
  /** How a sum travels from one machine to another. */
  readonly binary: Binary<Sum>;
  readonly answer: (c: Case, sum: Sum) => Answer;
  /** As the game's cost model counts them, for a list of that length. */
  readonly steps: (c: Case, count: number) => number;
}

/** A list file of whichever game: only its own functions look into a case or a sum. */
export type AnyListFile = ListFile<unknown, unknown, unknown>;

export function defineListFile<Case, Sum, Answer>(list: ListFile<Case, Sum, Answer>): AnyListFile {
  return list as unknown as AnyListFile;
}

/** Reads `count` items and hands them on some at a time; `add` must keep nothing of them. */
export function forSome(
  reader: TokenReader,
  { count, limit }: { readonly count: number; readonly limit: Limit },
  add: (items: Int32Array) => void,
): void {
  for (let left = count; left > 0; ) {
    const items = someItems(reader, left, limit);
    add(items);
    left -= items.length;
  }
}

/** The next items, one at the least and `most` at the most; they hold until further ones are read. */
export function someItems(reader: TokenReader, most: number, limit: Limit): Int32Array {
  const plain = reader.plain(most, limit);
  return plain.length > 0 ? plain : Int32Array.of(reader.integer(limit));
}

/** Reads and answers the one case of a file, whatever the length of its list. */
export function foldOf<Case, Sum, Answer>(list: ListFile<Case, Sum, Answer>): Fold<Answer> {
  return (reader) => {
    const { c, count } = list.before(reader);
    let sum = reader.sound ? list.nothing(c) : undefined;
    forSome(reader, { count, limit: list.limit(c) }, (items) => {
      if (sum !== undefined) sum = list.add(sum, items);
    });
    reader.end();
    if (sum === undefined) return null;
    return { answer: list.answer(c, sum), steps: list.steps(c, count) };
  };
}
