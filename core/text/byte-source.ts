/** The bytes of a text from front to back, in pieces of whatever size. */
export interface ByteSource {
  /** How many bytes there are in all; null where nobody knows before the end. */
  readonly size: number | null;
  /** Puts the next bytes at the start of `target`; how many, 0 at the end and only there. */
  readonly read: (target: Uint8Array) => number;
  /** The same bytes from the front once more, where that is possible. */
  readonly again?: () => ByteSource;
}

/** Bytes that are in memory, handed out at most `most` at a time. */
export function sourceOf(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): ByteSource {
  let next = 0;
  return {
    size: bytes.length,
    again: () => sourceOf(bytes, most),
    read(target) {
      const end = Math.min(bytes.length, next + Math.min(most, target.length));
      target.set(bytes.subarray(next, end));
      const count = end - next;
      next = end;
      return count;
    },
  };
}
