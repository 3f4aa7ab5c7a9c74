import { ParseError, type Warning } from './errors.ts';
import { hasByte } from './has-byte.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Throws ParseError where the first bytes of a file, four if it has so many, are those of UTF-16 text. */
export function refuseUtf16(head: Uint8Array): void {
  const mark = (head[0] ?? 0) * 256 + (head[1] ?? 0);
  const marked = mark === 0xfffe || mark === 0xfeff;
  const zeroes =
    head.length >= 4 && (head[0] === 0) !== (head[1] === 0) && (head[0] === 0) === (head[2] === 0);
  if (!marked && !(zeroes && (head[1] === 0) === (head[3] === 0))) return;
  throw new ParseError({
    rule: 'encoding/utf-16',
    place: { line: 1, column: 1 },
    found: 'UTF-16 text',
    allowed: 'UTF-8 text',
    hint: 'save the file as UTF-8, for example with: iconv -f UTF-16 -t UTF-8',
  });
}

/** Length of the byte order mark that a file starts with, or 0. */
export function byteOrderMark(head: Uint8Array): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

/** White space of the judges' formats: blank, tab, LF, CR. Other control characters are refused. */
export function isSpace(byte: number): boolean {
  return byte <= SPACE && (byte === LF || byte === SPACE || byte === CR || byte === TAB);
}

/** What is odd about the frame and the line ends of a text, however its bytes are cut. */
export interface Oddities {
  readonly mark: boolean;
  readonly dosEnd: boolean;
  readonly crlf: boolean;
  readonly cr: boolean;
  readonly lf: boolean;
  readonly unfinished: boolean;
  /** There is no text at all. */
  readonly isEmpty: boolean;
}

/** Looks at all of a text, piece by piece. O(bytes). Blanks at ends of lines are the reader's to find. */
export class Inspector {
  /** The text starts with a byte order mark. */
  mark = false;
  /** A 0x1A, the end mark of old DOS editors, stands after the text. */
  dosEnd = false;
  #crlf = false;
  #cr = false;
  #lf = false;
  #last = LF;
  #isEmpty = true;

  /** Sees the next bytes. A CR at their end waits for the next ones. */
  see(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#isEmpty = false;
    if (this.#last === CR || hasByte(bytes, CR)) this.#seeLineEnds(bytes);
    else this.#lf ||= hasByte(bytes, LF);
    this.#last = bytes[bytes.length - 1] as number;
  }

  #seeLineEnds(bytes: Uint8Array): void {
    let before = this.#last;
    for (const byte of bytes) {
      if (byte === LF && before === CR) this.#crlf = true;
      else if (byte === LF) this.#lf = true;
      if (before === CR && byte !== LF) this.#cr = true;
      before = byte;
    }
  }

  /** What was seen up to the end of the text. */
  oddities(): Oddities {
    return {
      mark: this.mark,
      dosEnd: this.dosEnd,
      crlf: this.#crlf,
      cr: this.#cr || this.#last === CR,
      lf: this.#lf,
      unfinished: !isSpace(this.#last),
      isEmpty: this.#isEmpty,
    };
  }
}

/** The same text in one piece has the oddities of all its pieces; the last one tells how it ends. */
export function joined(before: Oddities, after: Oddities): Oddities {
  return {
    mark: before.mark,
    dosEnd: after.dosEnd,
    crlf: before.crlf || after.crlf,
    cr: before.cr || after.cr,
    lf: before.lf || after.lf,
    unfinished: after.isEmpty ? before.unfinished : after.unfinished,
    isEmpty: before.isEmpty && after.isEmpty,
  };
}

/** What to tell the user of them. */
export function remarksOn({ mark, dosEnd, crlf, cr, lf, unfinished }: Oddities): Warning[] {
  const warnings: Warning[] = [];
  if (mark) warnings.push({ rule: 'text/bom', message: 'the file starts with a byte order mark' });
  if (dosEnd) warnings.push({ rule: 'text/dos-end', message: 'the file ends with the byte 0x1A' });
  if (Number(crlf) + Number(cr) + Number(lf) > 1) {
    warnings.push({ rule: 'text/mixed-line-ends', message: 'line ends of several kinds' });
  } else if (crlf) warnings.push({ rule: 'text/crlf', message: 'lines end with CR LF' });
  else if (cr) warnings.push({ rule: 'text/cr', message: 'lines end with CR alone' });
  if (unfinished)
    warnings.push({ rule: 'text/no-final-newline', message: 'the last line has no line end' });
  return warnings;
}
