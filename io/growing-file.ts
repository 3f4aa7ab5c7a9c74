import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** A file of ours that grows piece by piece; what was in a file of that name is gone. */
export class GrowingFile {
  readonly path: string;
  readonly #descriptor: number;
  #size = 0;

  /** A link of that name is removed, never followed. */
  constructor(path: string) {
    this.path = path;
    rmSync(path, { force: true });
    this.#descriptor = openSync(path, 'wx+');
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Hands the bytes to the system at once: they outlive the process. */
  write(content: string | Uint8Array): void {
    if (content.length === 0) return;
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#size + at);
    }
    this.#size += bytes.length;
  }

  read(start: number, end: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(end - start);
    for (let at = 0; at < bytes.length; ) {
      at += readSync(this.#descriptor, bytes, at, bytes.length - at, start + at);
    }
    return bytes;
  }

  /** Waits for the disk, and closes the file. */
  finish(): void {
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }

  /** Closes the file, and removes it. */
  discard(): void {
    closeSync(this.#descriptor);
    rmSync(this.path, { force: true });
  }
}
