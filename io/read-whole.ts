import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What most instances fit into. */
const buffer = Buffer.allocUnsafeSlow(1 << 16);

/** Memory for one larger file after another: fresh pages take longer than reading into them. */
let passing = new Uint8Array();

/** Bytes of the largest file that memory is kept for. */
const MOST_KEPT = 1 << 24;

/** Gives an array of at least so many bytes. */
type Memory = (bytes: number) => Uint8Array;

const fresh: Memory = (bytes) => new Uint8Array(bytes);

const kept: Memory = (bytes) => {
  if (bytes > MOST_KEPT) return fresh(bytes);
  if (bytes > passing.length) passing = new Uint8Array(Math.min(MOST_KEPT, 2 * bytes));
  return passing;
};

/** All bytes of a file. */
export function readWhole(path: string): Uint8Array {
  return readUpTo(path, Number.POSITIVE_INFINITY, fresh) as Uint8Array;
}

/** The same, or null for more than `most` bytes; they hold until the next file is read by this function. */
export function readPassing(path: string, most: number): Uint8Array | null {
  return readUpTo(path, most, kept);
}

/** For small files this takes half as long as `readFileSync`, which asks for their size first. */
function readUpTo(path: string, most: number, memory: Memory): Uint8Array | null {
  const descriptor = openSync(path, 'r');
  try {
    const read = readSync(descriptor, buffer, 0, buffer.length, null);
    if (read > most) return null;
    const start = buffer.subarray(0, read);
    if (read < buffer.length) return new Uint8Array(start);
    const { size } = fstatSync(descriptor);
    return size > most ? null : readRest(descriptor, start, { size, most, memory });
  } finally {
    closeSync(descriptor);
  }
}

interface Rest {
  /** Of the whole file as it says itself; a pipe says 0. */
  readonly size: number;
  readonly most: number;
  readonly memory: Memory;
}

/** One byte of room more than there is to read tells the end of a file that has not grown meanwhile. */
function readRest(descriptor: number, start: Uint8Array, { size, most, memory }: Rest) {
  let bytes = memory(Math.max(size, 2 * start.length) + 1);
  bytes.set(start);
  for (let filled = start.length; ; ) {
    const read = readSync(descriptor, bytes, filled, bytes.length - filled, null);
    filled += read;
    if (filled > most) return null;
    if (read === 0) return bytes.subarray(0, filled);
    if (filled === bytes.length) {
      const larger = fresh(2 * filled);
      larger.set(bytes);
      bytes = larger;
    }
  }
}
