import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { Source } from './source.ts';

/** Read at once: yauzl asks for some fifty bytes at a time, and a read of an object is a request. */
const WINDOW = 256 * 1024;

type ReadCall = [
  buffer: Buffer,
  offset: number,
  length: number,
  position: number,
  callback: (error: Error | null, read: number) => void,
];

/** A source as yauzl reads it, without the bytes before the archive. */
export class WindowReader extends RandomAccessReader {
  readonly #source: Source;
  readonly #before: number;
  #window: { readonly start: number; readonly bytes: Buffer } = {
    start: 0,
    bytes: Buffer.alloc(0),
  };
  /** Where the last read ended. */
  position = 0;

  constructor(source: Source, before: number) {
    super();
    this.#source = source;
    this.#before = before;
  }

  override read(...[buffer, offset, length, position, callback]: ReadCall): void {
    this.position = position + length;
    const deliver = (bytes: Buffer) => callback(null, bytes.copy(buffer, offset, 0, length));
    const known = this.#known(position, length);
    if (known !== null) deliver(known);
    else this.#fetch(position, length).then(deliver, (error: Error) => callback(error, 0));
  }

  #known(position: number, length: number): Buffer | null {
    const { start, bytes } = this.#window;
    const isThere = start <= position && position + length <= start + bytes.length;
    return isThere ? bytes.subarray(position - start, position - start + length) : null;
  }

  async #fetch(position: number, length: number): Promise<Buffer> {
    const start = Math.min(position + this.#before, this.#source.size);
    const end = Math.min(start + Math.max(length, WINDOW), this.#source.size);
    const bytes = Buffer.from(await this.#source.read(start, end));
    this.#window = { start: position, bytes };
    return bytes.subarray(0, length);
  }

  /** Entries are not read through yauzl. */
  override _readStreamForRange(): Readable {
    return Readable.from([]);
  }
}
