import { closeSync, fsync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** Bytes of lines that are handed to the system together: they fit into the nearest cache of a core. */
const BUFFER = 1 << 16;

/** Bytes of UTF-8 that a unit of a text takes at the most. */
const WIDEST_UNIT = 3;

/** A file of ours that grows piece by piece; what was in a file of that name is gone. */
export class GrowingFile {
  readonly path: string;
  readonly #descriptor: number;
  #size = 0;
  /** Lines that wait for others; the memory is used again. */
  #lines = NOTHING;
  #filled = 0;

  /** A link of that name is removed, never followed. */
  constructor(path: string) {
    this.path = path;
    rmSync(path, { force: true });
    this.#descriptor = openSync(path, 'wx+');
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size + this.#filled;
  }

  /** Adds a line, which is handed to the system together with others, or by `flush`. */
  addLine(line: string): void {
    if (line.length === 0) return;
    const most = WIDEST_UNIT * line.length;
    if (this.#filled + most > BUFFER) this.flush();
    if (most > BUFFER) {
      this.write(line);
      return;
    }
    if (this.#lines.length === 0) this.#lines = Buffer.allocUnsafeSlow(BUFFER);
    this.#filled += this.#lines.write(line, this.#filled);
  }

  /** Hands the bytes to the system at once, after all lines: they outlive the process. */
  write(content: string | Uint8Array): void {
    this.flush();
    this.#append(typeof content === 'string' ? Buffer.from(content) : content);
  }

  /** Hands all lines to the system. */
  flush(): void {
    this.#append(this.#lines.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#size + at);
    }
    this.#size += bytes.length;
  }

  read(start: number, end: number): Uint8Array {
    this.flush();
    const bytes = Buffer.allocUnsafeSlow(end - start);
    for (let at = 0; at < bytes.length; ) {
      at += readSync(this.#descriptor, bytes, at, bytes.length - at, start + at);
    }
    return bytes;
  }

  /** Waits for the disk, and closes the file. */
  async finish(): Promise<void> {
    this.flush();
    await promisify(fsync)(this.#descriptor);
    closeSync(this.#descriptor);
  }

  /** Closes the file, and removes it. */
  discard(): void {
    closeSync(this.#descriptor);
    rmSync(this.path, { force: true });
  }
}

const NOTHING = Buffer.alloc(0);
