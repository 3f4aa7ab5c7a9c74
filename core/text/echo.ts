/** Bytes of UTF-8. */
const LONGEST_ECHO = 200;

/** The code point as `U+00A0`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** True for C0 and C1 controls and for the marks that reorder or hide text on a screen. */
function isUnprintable(codePoint: number): boolean {
  return (
    codePoint < 32 ||
    (codePoint >= 127 && codePoint < 160) ||
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2066 && codePoint <= 0x2069) ||
    [0xa0, 0xad, 0x61c, 0x2028, 0x2029, 0x2060, 0x3000, 0xfeff].includes(codePoint)
  );
}

/** User text for a message or a terminal: unprintable characters escaped, cut at 200 bytes or so. */
export function echo(text: string, longest = LONGEST_ECHO): string {
  let shown = '';
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const next = isUnprintable(codePoint) ? `<${codePointName(codePoint)}>` : character;
    bytes += next === character ? bytesOf(codePoint) : next.length;
    if (bytes > longest) return `${shown}…`;
    shown += next;
  }
  return shown;
}

/** Length in UTF-8. */
function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
