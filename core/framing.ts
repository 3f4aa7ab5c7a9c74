import type { Limit } from './text/limit.ts';
import type { Numbers, TokenReader } from './text/token-reader.ts';

/** What stands before the cases of a file. */
export interface Frame {
  /** How many cases follow; null for as many as there are. */
  readonly count: number | null;
}

/** How the cases of a file follow one another. */
export interface Framing<Case, F extends Frame> {
  /** Reads what stands before the first case. Throws ParseError. */
  readonly frame: (reader: TokenReader) => F;
  /** Reads the next case; null where the file says here that there are no more. Throws ParseError. */
  readonly record: (reader: TokenReader, frame: F) => Case | null;
  /**
   * Set where cases come to the end of the file and each is one number: `record` would give the plain
   * numbers within this limit as they stand. So they can be read many at a time.
   */
  readonly plain?: Limit;
}

/** Hides the types of a framing: only its own `frame` makes what its `record` is given. */
export function defineFraming<Case, F extends Frame>(
  framing: Framing<Case, F>,
): Framing<Case, Frame> {
  return framing as unknown as Framing<Case, Frame>;
}

/** All cases of a file; what follows them is ignored, with a warning. */
export function casesOf<Case>(framing: Framing<Case, Frame>) {
  return function* (reader: TokenReader): Generator<Case, void> {
    const frame = framing.frame(reader);
    for (let index = 0; isExpected(reader, frame, index); index++) {
      const c = framing.record(reader, frame);
      if (c === null) break;
      yield c;
    }
    reader.endIgnoringRest();
  };
}

/** Whether a case of that index is to be read. */
export function isExpected(reader: TokenReader, { count }: Frame, index: number): boolean {
  return count === null ? reader.more() : index < count;
}

/** A case that is answered while it is read: nothing of it is kept. */
export interface Folded<Answer> {
  readonly answer: Answer;
  /** As the game's cost model counts them. */
  readonly steps: number;
}

/**
 * Reads the next case as `record` does, with the same reports, and answers it in constant memory. May
 * give null for a case that is reported.
 */
export type Fold<Answer> = (reader: TokenReader, frame: Frame) => Folded<Answer> | null;

/** A list that is read a block at a time. */
export interface BlockedList<List extends Numbers> {
  readonly count: number;
  readonly limit: Limit;
  /** Where the numbers are read into, again and again. */
  readonly block: List;
}

/**
 * Reads a list as `fill` does and hands it on in blocks, all but the last one full; `add` must keep
 * nothing of them. `large` has what a double rounds, by its index in the block.
 */
export function readBlocks<List extends Numbers>(
  reader: TokenReader,
  { count, limit, block }: BlockedList<List>,
  add: (numbers: List, large: ReadonlyMap<number, bigint>, first: number) => void,
): void {
  const large = new Map<number, bigint>();
  for (let first = 0; first < count; first += block.length) {
    const left = count - first;
    const numbers = left < block.length ? (block.subarray(0, left) as List) : block;
    large.clear();
    add(reader.fill(numbers, limit, large), large, first);
  }
}
