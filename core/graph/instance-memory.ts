/** Numbers that make it worth to keep their memory: fresh memory costs some 4 ns a byte, ten times what zeros cost. */
const LEAST = 1 << 14;

/** Kept memory serves arrays of half its size and more. */
const MOST_TIMES = 2;

/** Bytes that are kept at the most. */
const MOST_KEPT = 1 << 26;

let free: ArrayBuffer[] = [];
/** What the instance at work has; null where nobody says when it ends. */
let lent: ArrayBuffer[] | null = null;

/**
 * So many zeros, for the instance at work. Between `lendMemory` and `takeBack` they may lie in memory that
 * earlier instances have had, and go to later ones: nothing that outlives the instance may point at them.
 */
export function zeros(length: number): Int32Array {
  if (lent === null || length < LEAST) return new Int32Array(length);
  const bytes = length * Int32Array.BYTES_PER_ELEMENT;
  const at = free.findIndex(
    ({ byteLength }) => byteLength >= bytes && byteLength <= MOST_TIMES * bytes,
  );
  const [kept] = at < 0 ? [] : free.splice(at, 1);
  const buffer = kept ?? new ArrayBuffer(bytes);
  lent.push(buffer);
  const array = new Int32Array(buffer, 0, length);
  return kept === undefined ? array : array.fill(0);
}

/** For who solves instances one after another: one begins. */
export function lendMemory(): void {
  lent = [];
}

/** It is over, and all that is left of it are texts and numbers. */
export function takeBack(): void {
  const all = [...(lent ?? []), ...free];
  let bytes = 0;
  free = [];
  lent = null;
  for (const buffer of all) {
    bytes += buffer.byteLength;
    if (bytes <= MOST_KEPT) free.push(buffer);
  }
}
