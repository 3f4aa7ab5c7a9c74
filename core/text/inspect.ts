import { ParseError, type Warning } from './errors.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const OLD_DOS_END = 0x1a;
const SPACE = 32;

/** The part of a file that holds text, and what is odd about its line ends and its frame. */
export interface Inspection {
  /** First byte after a byte order mark. */
  readonly start: number;
  /** One past the last byte of text. */
  readonly end: number;
  readonly warnings: readonly Warning[];
}

/** Refuses UTF-16, steps over a byte order mark and an old DOS end mark, and looks at line ends. O(bytes). Blanks at ends of lines are the reader's to find, on its way. */
export function inspectText(bytes: Uint8Array): Inspection {
  refuseUtf16(bytes);
  const warnings: Warning[] = [];
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (start > 0)
    warnings.push({ rule: 'text/bom', message: 'the file starts with a byte order mark' });
  const end = endOfText(bytes);
  if (end < bytes.length && bytes[end] === OLD_DOS_END) {
    warnings.push({ rule: 'text/dos-end', message: 'the file ends with the byte 0x1A' });
  }
  inspectLineEnds(bytes.subarray(start, end), warnings);
  return { start, end, warnings };
}

function refuseUtf16(bytes: Uint8Array): void {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const marked = mark === 0xfffe || mark === 0xfeff;
  const zeroes =
    bytes.length >= 4 &&
    (bytes[0] === 0) !== (bytes[1] === 0) &&
    (bytes[0] === 0) === (bytes[2] === 0);
  if (!marked && !(zeroes && (bytes[1] === 0) === (bytes[3] === 0))) return;
  throw new ParseError({
    rule: 'encoding/utf-16',
    place: { line: 1, column: 1 },
    found: 'UTF-16 text',
    allowed: 'UTF-8 text',
    hint: 'save the file as UTF-8, for example with: iconv -f UTF-16 -t UTF-8',
  });
}

/** Where the text ends: before a 0x1A that only white space follows. */
function endOfText(bytes: Uint8Array): number {
  let last = bytes.length - 1;
  while (last >= 0 && isBlankOrLineEnd(bytes[last] as number)) last--;
  return bytes[last] === OLD_DOS_END ? last : bytes.length;
}

function isBlankOrLineEnd(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB;
}

/** Looks closer only where a CR stands at all, which the platform finds much faster than a loop. */
function inspectLineEnds(text: Uint8Array, warnings: Warning[]): void {
  if (text.includes(CR)) {
    const { crlf, cr, lf } = lineEnds(text);
    const kinds = Number(crlf) + Number(cr) + Number(lf);
    if (kinds > 1) {
      warnings.push({ rule: 'text/mixed-line-ends', message: 'line ends of several kinds' });
    } else if (crlf) warnings.push({ rule: 'text/crlf', message: 'lines end with CR LF' });
    else warnings.push({ rule: 'text/cr', message: 'lines end with CR alone' });
  }
  const last = text.at(-1);
  if (last !== undefined && !isBlankOrLineEnd(last)) {
    warnings.push({ rule: 'text/no-final-newline', message: 'the last line has no line end' });
  }
}

/** Which kinds of line ends a text has. */
function lineEnds(text: Uint8Array): { crlf: boolean; cr: boolean; lf: boolean } {
  const found = { crlf: false, cr: false, lf: false };
  for (let at = 0; at < text.length; at++) {
    if (text[at] === LF) found.lf = true;
    else if (text[at] === CR && text[at + 1] === LF) {
      found.crlf = true;
      at++;
    } else if (text[at] === CR) found.cr = true;
  }
  return found;
}
