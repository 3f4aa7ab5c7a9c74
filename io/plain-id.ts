import { endOfValue, isDigit, type Range, skipBlanks, textAt } from './json-bytes.ts';

const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

/** More digits may be another number once they are read. */
const MOST_DIGITS = 15;

/**
 * The text of the field `id` of a JSON object in one line, found without reading the rest of it; `none`
 * where the object has no such field; null where only reading it all can tell. A text of a line that is
 * no JSON means nothing.
 */
export function plainId(bytes: Uint8Array): Uint8Array | 'none' | null {
  let at = skipBlanks(bytes, 0);
  if (bytes[at] !== OPEN) return null;
  do {
    const key = textAt(bytes, skipBlanks(bytes, at + 1));
    if (key === null) return bytes[skipBlanks(bytes, at + 1)] === CLOSE ? 'none' : null;
    const colon = skipBlanks(bytes, key.end + 1);
    if (bytes[colon] !== COLON || bytes.subarray(key.start, key.end).includes(BACKSLASH))
      return null;
    const value = skipBlanks(bytes, colon + 1);
    if (isId(bytes, key)) return idAt(bytes, value);
    const end = endOfValue(bytes, value);
    if (end === null) return null;
    at = skipBlanks(bytes, end);
  } while (bytes[at] === COMMA);
  return bytes[at] === CLOSE ? 'none' : null;
}

function isId(bytes: Uint8Array, { start, end }: Range): boolean {
  return end - start === 2 && bytes[start] === 105 && bytes[start + 1] === 100;
}

/** An id that stands there as it is meant: a text without escapes, or a small integer. */
function idAt(bytes: Uint8Array, at: number): Uint8Array | null {
  const text = textAt(bytes, at);
  if (text !== null) {
    const id = bytes.subarray(text.start, text.end);
    return id.includes(BACKSLASH) ? null : id;
  }
  const end = endOfValue(bytes, at) ?? at;
  const first = bytes[at] === MINUS ? at + 1 : at;
  const digits = bytes.subarray(first, end);
  const isPlain = digits.length > 0 && digits.length <= MOST_DIGITS && digits.every(isDigit);
  return isPlain && digits[0] !== ZERO ? bytes.subarray(at, end) : null;
}
