import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes that are read by ranges: a file, an object, or what is in memory. */
export interface Source {
  readonly size: number;
  /** Bytes from `start` up to `end`, which is not included and not after `size`. */
  readonly read: (start: number, end: number) => Uint8Array | Promise<Uint8Array>;
}

export function bytesSource(bytes: Uint8Array): Source {
  return { size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/** A file on the disk; each read opens it anew. Throws as node:fs does. */
export function fileSource(path: string): Source & { readonly readSync: ReadRange } {
  const read: ReadRange = (start, end) => readRange(path, start, end);
  return { size: sizeOf(path), read, readSync: read };
}

type ReadRange = (start: number, end: number) => Uint8Array;

function sizeOf(path: string): number {
  const file = openSync(path, 'r');
  try {
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}

/** Fewer bytes than asked for where the file ends before. */
export function readRange(path: string, start: number, end: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(end - start);
  const file = openSync(path, 'r');
  try {
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, start + length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Bytes of one read of a source that is gone through from its start to its end. */
const CHUNK = 4 * 1024 * 1024;

/** The whole of a source, a few megabytes at a time. */
export async function* chunksOf({ size, read }: Source): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += CHUNK) {
    yield await read(start, Math.min(start + CHUNK, size));
  }
}

/** The same source, with its failures noted: whoever reads it may take them for damage of what it reads. */
export function watched({ size, read }: Source, failures: unknown[]): Source {
  const noted = async (start: number, end: number) => {
    try {
      return await read(start, end);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  return { size, read: noted };
}
