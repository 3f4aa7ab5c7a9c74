import type { Place } from './errors.ts';
import { hasByte } from './has-byte.ts';
import { lineFeeds } from './line-feeds.ts';

const LF = 10;
const CR = 13;

/** Where a text starts in its file, and how many bytes of a head that is not in the file stand before it. */
export interface Origin extends Place {
  readonly head: number;
}

export const FILE_START: Origin = { line: 1, column: 1, head: 0 };

/** How far lines were counted: the line that byte `at` stands in, and where that starts. */
interface Counted {
  readonly line: number;
  readonly start: number;
  readonly at: number;
}

/** Some bytes of a text; `base` is the offset of the first one. */
export interface Stretch {
  readonly bytes: Uint8Array;
  readonly base: number;
}

/**
 * Lines and columns of bytes; CR LF, LF and a lone CR each end a line. Counts on from the last place
 * asked for where that lies before: O(bytes between), so that many places in order stay linear.
 */
export class Places {
  /** Lines are counted up to here for good: bytes before it may be gone. */
  #first: Counted;
  #counted: Counted;

  /** `start`: offset of the first byte of the text, after a byte order mark. */
  constructor(start: number, { line, column, head }: Origin) {
    this.#first = { line, start: start + head - (column - 1), at: start + head };
    this.#counted = this.#first;
  }

  of(offset: number, stretch: Stretch): Place {
    const from = this.#counted.at <= offset ? this.#counted : this.#first;
    this.#counted = counted(from, offset, stretch);
    return { line: this.#counted.line, column: offset - this.#counted.start + 1 };
  }

  /** Says that bytes before `offset` will not be there any more. */
  leave(offset: number, stretch: Stretch): void {
    if (offset <= this.#first.at) return;
    const from = this.#counted.at <= offset ? this.#counted : this.#first;
    this.#first = counted(from, offset, stretch);
    if (this.#counted.at < offset) this.#counted = this.#first;
  }
}

function counted(from: Counted, offset: number, stretch: Stretch): Counted {
  const at = Math.max(from.at, offset);
  const { bytes, base } = stretch;
  const passed = bytes.subarray(from.at - base, offset - base);
  if (passed.length < LONG || hasByte(passed, CR))
    return { ...countedSlowly(from, offset, stretch), at };
  const last = passed.lastIndexOf(LF);
  const start = last < 0 ? from.start : from.at + last + 1;
  return { line: from.line + lineFeeds(passed), start, at };
}

/** From so many bytes on it pays to look for carriage returns first. */
const LONG = 256;

function countedSlowly({ line, start, at }: Counted, offset: number, { bytes, base }: Stretch) {
  let lines = 0;
  let last = start - base;
  const end = offset - base;
  for (let byte = at - base; byte < end; byte++) {
    const found = bytes[byte] as number;
    if (found > CR || (found !== LF && (found !== CR || bytes[byte + 1] === LF))) continue;
    lines++;
    last = byte + 1;
  }
  return { line: line + lines, start: last + base };
}
