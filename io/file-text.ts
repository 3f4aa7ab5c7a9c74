import type { ByteSource } from '../core/text/byte-source.ts';
import type { RandomText } from '../core/text/random-text.ts';

/** Fetched and not imported, for `nimbus solve` reads its input by it: to import node:fs takes 3 ms. */
const { closeSync, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs');

/** A file that can be read from any place, in no more memory than its reader has. */
export class FileText implements RandomText {
  readonly size: number;
  readonly #file: number;

  /** Throws as `openSync` does. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.size = fstatSync(this.#file).size;
  }

  from(start: number, end: number): ByteSource {
    return fileSource(this.#file, start, end);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Bytes of an open file, which is read by places, so that it can be read again. */
export function fileSource(file: number, start: number, end: number): ByteSource {
  let next = start;
  return {
    size: end - start,
    again: () => fileSource(file, start, end),
    read(target) {
      const count = readSync(file, target, 0, Math.min(target.length, end - next), next);
      next += count;
      return count;
    },
  };
}
