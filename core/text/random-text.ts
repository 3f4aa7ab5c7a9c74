import { type ByteSource, sourceOf } from './byte-source.ts';

/** A text that can be read from any place: a file, or bytes in memory. */
export interface RandomText {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  readonly from: (start: number, end: number) => ByteSource;
}

export function randomTextOf(bytes: Uint8Array): RandomText {
  return { size: bytes.length, from: (start, end) => sourceOf(bytes.subarray(start, end)) };
}

/** Up to `count` bytes from `start` on. */
export function bytesAt(text: RandomText, start: number, count: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, Math.min(count, text.size - start)));
  const source = text.from(start, start + bytes.length);
  for (let filled = 0; filled < bytes.length; ) {
    const read = source.read(bytes.subarray(filled));
    if (read === 0) return bytes.subarray(0, filled);
    filled += read;
  }
  return bytes;
}
