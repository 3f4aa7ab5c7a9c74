import type { Place } from './errors.ts';

const LF = 10;
const CR = 13;

/** Where a text starts in its file, and how many bytes of a head that is not in the file stand before it. */
export interface Origin extends Place {
  readonly head: number;
}

export const FILE_START: Origin = { line: 1, column: 1, head: 0 };

/**
 * Lines and columns of bytes; CR LF, LF and a lone CR each end a line. Counts on from the last place
 * asked for where that lies before: O(bytes between), so that many places in order stay linear.
 */
export class Places {
  readonly #bytes: Uint8Array;
  readonly #first: Counted;
  #counted: Counted;

  /** `start`: first byte of the text, after a byte order mark. */
  constructor(bytes: Uint8Array, start: number, { line, column, head }: Origin) {
    this.#bytes = bytes;
    this.#first = { line, start: start + head - (column - 1), at: start + head };
    this.#counted = this.#first;
  }

  of(offset: number): Place {
    let { line, start, at } = this.#counted.at <= offset ? this.#counted : this.#first;
    for (; at < offset; at++) {
      const byte = this.#bytes[at];
      if (byte !== LF && (byte !== CR || this.#bytes[at + 1] === LF)) continue;
      line++;
      start = at + 1;
    }
    this.#counted = { line, start, at };
    return { line, column: offset - start + 1 };
  }
}

/** How far lines were counted: the line that byte `at` stands in, and where that starts. */
interface Counted {
  readonly line: number;
  readonly start: number;
  readonly at: number;
}
