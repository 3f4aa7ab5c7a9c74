import { closeSync, openSync, readSync } from 'node:fs';
import { LONGEST_LINE } from './json-lines.ts';

const LF = 10;
const SPACE = 32;

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/** Where a line that is not blank stands in its file. */
export interface FileLine {
  /** Its number, from 1. */
  readonly line: number;
  readonly start: number;
  /** Before its line end. */
  readonly end: number;
  /** Its bytes, true until the next line only; null where it is longer than a line may be. */
  readonly bytes: Uint8Array | null;
}

/**
 * The lines of a file that are not blank, in memory that does not grow with the file: what is kept is a
 * chunk and the beginning of a line. Throws as `openSync` does.
 */
export function* fileLines(path: string): Generator<FileLine> {
  const descriptor = openSync(path, 'r');
  try {
    const window = new Window(descriptor);
    for (let line = 1; ; line++) {
      const found = window.next();
      if (found === null) return;
      if (found.bytes === null || found.bytes.some(isInk)) yield { line, ...found };
    }
  } finally {
    closeSync(descriptor);
  }
}

function isInk(byte: number): boolean {
  return byte > SPACE;
}

/** A part of a file that moves on line by line. */
class Window {
  readonly #descriptor: number;
  #buffer: Buffer = Buffer.allocUnsafeSlow(CHUNK);
  #filled = 0;
  /** Where the next line starts in the buffer. */
  #at = 0;
  /** Where the buffer starts in the file. */
  #offset = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** The next line, blank or not; null at the end of the file. */
  next(): Omit<FileLine, 'line'> | null {
    let searched = this.#at;
    for (;;) {
      const stop = this.#buffer.subarray(0, this.#filled).indexOf(LF, searched);
      if (stop >= 0) return this.#take(stop, stop + 1);
      searched = this.#filled - this.#at;
      if (searched > LONGEST_LINE) return this.#skipLong();
      if (this.#refill() === 0) return this.#filled === 0 ? null : this.#take(this.#filled);
    }
  }

  #take(stop: number, next = stop): Omit<FileLine, 'line'> {
    const start = this.#offset + this.#at;
    const bytes = this.#buffer.subarray(this.#at, stop);
    const end = this.#offset + stop;
    this.#at = next;
    return { start, end, bytes: bytes.length > LONGEST_LINE ? null : bytes };
  }

  /** Passes a line over that is too long to be kept. */
  #skipLong(): Omit<FileLine, 'line'> {
    const start = this.#offset + this.#at;
    for (;;) {
      this.#at = this.#filled;
      const isEnd = this.#refill() === 0;
      const stop = isEnd ? this.#filled : this.#buffer.subarray(0, this.#filled).indexOf(LF);
      if (stop < 0) continue;
      this.#at = isEnd ? stop : stop + 1;
      return { start, end: this.#offset + stop, bytes: null };
    }
  }

  /** Moves what is left to the front, makes room and reads on; the bytes that were read. */
  #refill(): number {
    const rest = this.#filled - this.#at;
    const buffer =
      rest + CHUNK > this.#buffer.length
        ? Buffer.allocUnsafeSlow(2 * this.#buffer.length)
        : this.#buffer;
    this.#buffer.copy(buffer, 0, this.#at, this.#filled);
    this.#buffer = buffer;
    this.#offset += this.#at;
    this.#at = 0;
    const read = readSync(this.#descriptor, buffer, rest, CHUNK, null);
    this.#filled = rest + read;
    return read;
  }
}
