import { closeSync, openSync, readSync } from 'node:fs';

/** What most instances fit into. */
const buffer = Buffer.allocUnsafeSlow(1 << 16);

/**
 * All bytes of a file; null for one of more than `most`. For small ones this takes half as long as
 * `readFileSync`, which asks for their size first.
 */
export function readWhole(path: string): Uint8Array;
export function readWhole(path: string, most: number): Uint8Array | null;
export function readWhole(path: string, most = Number.POSITIVE_INFINITY): Uint8Array | null {
  const descriptor = openSync(path, 'r');
  try {
    const chunks: Uint8Array[] = [];
    for (let size = 0; ; ) {
      const read = readSync(descriptor, buffer, 0, buffer.length, null);
      size += read;
      if (size > most) return null;
      if (read > 0) chunks.push(new Uint8Array(buffer.subarray(0, read)));
      if (read < buffer.length && (read === 0 || chunks.length === 1)) break;
    }
    const [only] = chunks;
    return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  } finally {
    closeSync(descriptor);
  }
}
