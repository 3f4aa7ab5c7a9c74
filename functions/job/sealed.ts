import { sha256Bytes } from '../../io/hash.ts';
import type { ByteRange } from '../../io/stores/object-store.ts';

/*
 * Bytes that are read back by ranges: slices of 64 KiB, each followed by the SHA-256 of its name and its
 * content, so that a slice verifies itself. The name is that of the whole and the number of the slice.
 */

/** Bytes of content; the last slice of a whole may be shorter. */
export const SLICE = 65_536;
const DIGEST = 32;

/** Slices from `first` on; `last` is included. */
export interface SliceRange {
  readonly first: number;
  readonly last: number;
}

/** The content with its digests. */
export function seal(name: string, content: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(sealedSize(content.length));
  for (let slice = 0, at = 0; slice * SLICE < content.length; slice++) {
    const data = content.subarray(slice * SLICE, (slice + 1) * SLICE);
    sealed.set(data, at);
    sealed.set(digestOf(name, slice, data), at + data.length);
    at += data.length + DIGEST;
  }
  return sealed;
}

export function sealedSize(contentSize: number): number {
  return contentSize + Math.ceil(contentSize / SLICE) * DIGEST;
}

/** The slices that hold a range of the content. */
export function slicesOf({ start, end }: ByteRange): SliceRange {
  return { first: Math.floor(start / SLICE), last: Math.ceil(end / SLICE) - 1 };
}

/** Where some slices stand among the sealed bytes. */
export function sealedRange({ first, last }: SliceRange, contentSize: number): ByteRange {
  const end = Math.min((last + 1) * (SLICE + DIGEST), sealedSize(contentSize));
  return { start: first * (SLICE + DIGEST), end };
}

/**
 * The content of some slices, in pieces that follow one another; null where a digest is not that of its
 * slice in this place, or bytes are missing.
 */
export function unseal(
  name: string,
  { first, last }: SliceRange,
  contentSize: number,
  sealed: Uint8Array,
): readonly Uint8Array[] | null {
  const found: Uint8Array[] = [];
  for (let slice = first, at = 0; slice <= last; slice++) {
    const length = Math.min(SLICE, contentSize - slice * SLICE);
    const data = sealed.subarray(at, at + length);
    const digest = sealed.subarray(at + length, at + length + DIGEST);
    const expected = digestOf(name, slice, data);
    if (digest.length < DIGEST || digest.some((byte, place) => byte !== expected[place]))
      return null;
    found.push(data);
    at += length + DIGEST;
  }
  return found;
}

function digestOf(name: string, slice: number, data: Uint8Array): Uint8Array {
  return sha256Bytes(`${name}\n${slice}\n`, data);
}
