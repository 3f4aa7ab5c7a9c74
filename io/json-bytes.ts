const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const SPACE = 32;

/** A range of bytes. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What stands between the quotes of a JSON text; null where none starts. */
export function textAt(bytes: Uint8Array, at: number): Range | null {
  if (bytes[at] !== QUOTE) return null;
  let end = bytes.indexOf(QUOTE, at + 1);
  while (end >= 0 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end < 0 ? null : { start: at + 1, end };
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

/** The byte after a text, a number or a word; null for what has parts of its own. */
export function endOfValue(bytes: Uint8Array, at: number): number | null {
  const text = textAt(bytes, at);
  if (text !== null) return text.end + 1;
  let end = at;
  while (end < bytes.length && isOfWord(bytes[end] as number)) end++;
  return end === at ? null : end;
}

/** Letters, digits, `+`, `-` and `.`, which numbers, `true`, `false` and `null` are made of. */
function isOfWord(byte: number): boolean {
  const isSign = byte >= 43 && byte <= 46 && byte !== COMMA;
  return isDigit(byte) || (byte >= 97 && byte <= 122) || byte === 69 || isSign;
}

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** The next byte that is no blank. */
export function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) <= SPACE) at++;
  return at;
}
