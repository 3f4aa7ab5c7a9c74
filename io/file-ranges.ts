import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes that are read at once: neighbours are asked for one after another. */
const WINDOW = 1 << 18;

/** Ranges of one file, which is opened once and read by windows: to ask for them in order costs few reads. */
export class FileRanges {
  readonly #descriptor: number;
  #buffer: Buffer = Buffer.allocUnsafeSlow(0);
  #window: Uint8Array = this.#buffer;
  #start = 0;

  /** Throws as `openSync` does. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
  }

  /** The bytes from `start` up to `end`, fewer where the file is shorter; true until the next call only. */
  read(start: number, end: number): Uint8Array {
    const from = start - this.#start;
    if (from < 0 || end > this.#start + this.#window.length) {
      this.#window = this.#fill(start, Math.max(end - start, WINDOW));
      this.#start = start;
      return this.#window.subarray(0, end - start);
    }
    return this.#window.subarray(from, end - this.#start);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #fill(start: number, length: number): Uint8Array {
    // Used again and again: windows that nobody holds any more would fill the memory until they are collected.
    const fits = length <= this.#buffer.length && this.#buffer.length <= 4 * WINDOW;
    if (!fits) this.#buffer = Buffer.allocUnsafeSlow(length);
    const buffer = this.#buffer;
    let filled = 0;
    for (let read = -1; filled < length && read !== 0; filled += read) {
      read = readSync(this.#descriptor, buffer, filled, length - filled, start + filled);
    }
    return buffer.subarray(0, filled);
  }
}
