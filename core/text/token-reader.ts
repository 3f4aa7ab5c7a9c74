import { echo } from './echo.ts';
import {
  type Finding,
  type InputError,
  LimitError,
  ParseError,
  type Place,
  RuleError,
  type Warning,
} from './errors.ts';
import { inspectText } from './inspect.ts';
import type { Limit } from './limit.ts';
import { malformedNumber, oddByte } from './malformed.ts';
import { FILE_START, type Origin, Places } from './places.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const MINUS = 45;
const PLUS = 43;
const ZERO = 48;

/** 15 digits always fit a double exactly: 10^15 − 1 < 2^53. */
const FAST_DIGITS = 15;
const LONGEST_NUMBER = 4000;
const SMALL_COUNT = 65_536;

export interface ReaderOptions {
  /** Accept `+5`, with a warning. */
  readonly lenient?: boolean;
  /** Where the text stands in its file, if it is a piece of one. */
  readonly origin?: Origin;
}

/**
 * Reads a judge's file: numbers and words between white space, exact places for errors.
 *
 * Two kinds of complaint. What loses the frame (a token that is no number, a count that cannot be
 * true, the end of the file) is thrown as ParseError. What only spoils one case is *reported*: the
 * first report of a case is kept, reading goes on, and `takeReport` hands it to the parse stage.
 *
 * Cost: O(bytes), no string and no object per token; places are computed when an error needs one.
 */
export class TokenReader {
  readonly warnings: Warning[];
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;
  readonly #lenient: boolean;
  #at: number;
  #report: InputError | null = null;
  readonly #places: Places;

  /** Throws ParseError for UTF-16 text. */
  constructor(bytes: Uint8Array, options: ReaderOptions = {}) {
    const { start, end, warnings } = inspectText(bytes);
    this.#bytes = bytes;
    this.#start = start;
    this.#at = start;
    this.#places = new Places(bytes, start, options.origin ?? FILE_START);
    this.#end = end;
    this.#lenient = options.lenient ?? false;
    this.warnings = [...warnings];
  }

  /** True as long as the current case has no report; structure is only worth checking then. */
  get sound(): boolean {
    return this.#report === null;
  }

  /** Byte offset of the next token; from it `tokenOffset` finds later ones again. */
  get offset(): number {
    this.#skipBlanks();
    return this.#at;
  }

  /** True when another token follows. */
  more(): boolean {
    this.#skipBlanks();
    return this.#at < this.#end;
  }

  /** The next number; one outside `limit` is reported and returned as it stands. */
  integer(limit: Limit): number {
    this.#skipBlanks();
    const start = this.#at;
    const value = this.#number(limit.symbol);
    if (value < limit.min || value > limit.max) this.#reportOutOfRange(start, limit);
    return value;
  }

  /**
   * The next number, which says how many items of at least `tokensEach` tokens follow. Out of range,
   * or large and more than the rest of the file can hold, loses the frame: throws ParseError. So
   * nobody allocates for a count that cannot be true; a small one meets the end of the file itself.
   */
  count(limit: Limit, tokensEach = 1): number {
    const start = this.offset;
    const value = this.#number(limit.symbol);
    if (value < limit.min || value > limit.max) {
      throw new ParseError(this.#outOfRange('count/out-of-range', start, limit));
    }
    const room = Math.ceil((this.#end - this.#at) / 2);
    if (value > SMALL_COUNT && value * tokensEach > room) {
      throw new ParseError({
        rule: 'count/exceeds-input',
        place: this.#place(start),
        found: `${limit.symbol} = ${value}`,
        allowed: `at most ${Math.floor(room / tokensEach)}, for ${this.#end - this.#at} bytes follow`,
        hint: 'the file is cut off, or the count is wrong',
      });
    }
    return value;
  }

  /** Fills `target` with the next numbers, each as `integer` reads it. */
  fill<Numbers extends Int32Array | Uint32Array | Float64Array | Uint8Array>(
    target: Numbers,
    limit: Limit,
  ): Numbers {
    for (let index = 0; index < target.length; index++) target[index] = this.integer(limit);
    return target;
  }

  /**
   * One row of a board: the next token, alone on the rest of its line, of `width` characters out of
   * `alphabet`. Returned as indices into `alphabet`. Every fault loses the frame.
   */
  row(width: number, alphabet: string, name: string): Uint8Array {
    if (!this.more()) throw this.#unexpectedEnd(name);
    const start = this.#at;
    const end = this.#tokenEnd(start);
    const cells = new Uint8Array(width);
    for (let at = start; at < end; at++) {
      const cell = alphabet.indexOf(String.fromCharCode(this.#bytes[at] as number));
      if (cell < 0) throw this.#badCell(at, alphabet, name);
      cells[at - start] = cell;
    }
    if (end - start !== width) {
      throw new ParseError({
        rule: 'board/row-length',
        place: this.#place(start),
        found: `${name} with ${end - start} cells`,
        allowed: `${width} cells`,
      });
    }
    this.#at = end;
    this.#refuseRestOfLine(name);
    return cells;
  }

  /** For a file of one case: anything but white space from here on is an error that loses the frame. */
  end(): void {
    if (!this.more()) return;
    const odd = oddByte(this.#bytes, this.#at);
    if (odd?.rule === 'encoding/invalid-utf-8') {
      this.#ignoreRest();
      return;
    }
    if (odd !== null) {
      throw new ParseError({
        ...odd,
        place: this.#place(this.#at),
        allowed: 'the end of the file',
      });
    }
    throw new ParseError({
      rule: 'trailing-data',
      place: this.#place(this.#at),
      found: `'${this.#tokenAt(this.#at)}' after the case`,
      allowed: 'the end of the file',
      hint: 'a file of this game holds one case; put further cases into files of their own',
    });
  }

  /** For files whose judge stops reading here: what follows is ignored, with a warning. */
  endIgnoringRest(): void {
    if (this.more()) this.#ignoreRest();
  }

  #ignoreRest(): void {
    const { line, column } = this.#place(this.#at);
    this.warn('text/ignored-rest', `the rest of the file is ignored, from ${line}:${column} on`);
  }

  warn(rule: string, message: string): void {
    if (!this.warnings.some((warning) => warning.rule === rule))
      this.warnings.push({ rule, message });
  }

  /** Reports that the case breaks a rule at the token that starts at byte `offset`. */
  report(offset: number, broken: Omit<Finding, 'place'>): void {
    this.#report ??= new RuleError({ ...broken, place: this.#place(offset) });
  }

  /** The first report since the last call, or null; the next case starts sound. */
  takeReport(): InputError | null {
    const report = this.#report;
    this.#report = null;
    return report;
  }

  /** Byte offset of the token `index` tokens after the one at or after byte `from`. O(bytes between). */
  tokenOffset(from: number, index: number): number {
    let at = this.#skipFrom(from);
    for (let skipped = 0; skipped < index; skipped++) at = this.#skipFrom(this.#tokenEnd(at));
    return at;
  }

  /** The number at the cursor, which stands on a token or at the end. */
  #number(expected: string): number {
    const bytes = this.#bytes;
    const start = this.#at;
    const end = this.#end;
    let at = start;
    let value = 0;
    for (; at < end; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const digits = at - start;
    const ends = at >= end || isSpace(bytes[at] as number);
    const plain = digits === 1 || bytes[start] !== ZERO;
    if (ends && plain && digits > 0 && digits <= FAST_DIGITS) {
      this.#at = at;
      return value;
    }
    return this.#oddNumber(start, expected);
  }

  /** Everything that is not a plain number of up to 15 digits. */
  #oddNumber(start: number, expected: string): number {
    if (start >= this.#end) throw this.#unexpectedEnd(`the number ${expected}`);
    const end = this.#tokenEnd(start);
    this.#at = end;
    const negative = this.#bytes[start] === MINUS;
    const plus = this.#bytes[start] === PLUS && this.#lenient;
    const first = negative || plus ? start + 1 : start;
    if (!this.#areDigits(first, end) || (negative && this.#bytes[first] === ZERO)) {
      throw new ParseError(
        malformedNumber(this.#bytes, { start, end }, this.#place(start), expected),
      );
    }
    if (end - first > LONGEST_NUMBER) throw this.#tooLong(start, end - first);
    if (plus) this.warn('number/plus-sign', 'numbers with a plus sign');
    if (this.#bytes[first] === ZERO && end - first > 1) {
      this.warn('number/leading-zeros', 'numbers with leading zeros');
    }
    return Number(new TextDecoder().decode(this.#bytes.subarray(plus ? first : start, end)));
  }

  #areDigits(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const digit = (this.#bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) return false;
    }
    return end > start;
  }

  #reportOutOfRange(start: number, limit: Limit): void {
    this.#report ??= new LimitError(this.#outOfRange('number/out-of-range', start, limit));
  }

  #outOfRange(rule: string, start: number, limit: Limit) {
    const found = `${limit.symbol} = ${this.#tokenAt(start)}`;
    const allowed = `${limit.min} ≤ ${limit.symbol} ≤ ${limit.max}`;
    return { rule, place: this.#place(start), found, allowed };
  }

  #tooLong(start: number, digits: number): ParseError {
    return new ParseError({
      rule: 'number/too-long',
      place: this.#place(start),
      found: `a number of ${digits} digits`,
      allowed: `at most ${LONGEST_NUMBER} digits`,
    });
  }

  #unexpectedEnd(expected: string): ParseError {
    const empty = this.#skipFrom(this.#start) >= this.#end;
    return new ParseError({
      rule: empty ? 'empty' : 'unexpected-end',
      place: this.#place(this.#end),
      found: empty ? 'an empty file' : 'the end of the file',
      allowed: expected,
    });
  }

  #badCell(at: number, alphabet: string, name: string): ParseError {
    const byte = this.#bytes[at] as number;
    const allowed = `one of ${[...alphabet].map((character) => `'${character}'`).join(' ')}`;
    if (byte > 32 && byte < 127) {
      const found = `'${String.fromCharCode(byte)}' in ${name}`;
      return new ParseError({ rule: 'board/character', place: this.#place(at), found, allowed });
    }
    return new ParseError({
      ...(oddByte(this.#bytes, at) ?? { rule: 'board/character', found: `a blank in ${name}` }),
      place: this.#place(at),
      allowed,
    });
  }

  #refuseRestOfLine(name: string): void {
    let at = this.#at;
    while (at < this.#end && isSpace(this.#bytes[at] as number)) {
      if (this.#bytes[at] === LF || this.#bytes[at] === CR) return;
      at++;
    }
    if (at >= this.#end) return;
    throw new ParseError({
      rule: 'board/blank-in-row',
      place: this.#place(at),
      found: `'${this.#tokenAt(at)}' after a blank in ${name}`,
      allowed: 'the end of the line',
    });
  }

  #skipBlanks(): void {
    const start = this.#at;
    this.#at = this.#skipFrom(start);
    if (this.#at - start > 1 || this.#at === this.#end) this.#inspectGap(start);
  }

  /** Warns of blanks at the end of a line in the white space from `start` to the cursor. */
  #inspectGap(start: number): void {
    for (let at = start; at < this.#at; at++) {
      const next = at + 1 === this.#end ? LF : this.#bytes[at + 1];
      if (isBlank(this.#bytes[at] as number) && (next === LF || next === CR)) {
        this.warn('text/trailing-blanks', 'lines end with blanks');
      }
    }
  }

  #skipFrom(from: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = from;
    while (at < end && isSpace(bytes[at] as number)) at++;
    return at;
  }

  #tokenEnd(start: number): number {
    let at = start;
    while (at < this.#end && !isSpace(this.#bytes[at] as number)) at++;
    return at;
  }

  #tokenAt(start: number): string {
    const end = Math.min(this.#tokenEnd(start), start + 400);
    return echo(new TextDecoder().decode(this.#bytes.subarray(start, end)));
  }

  #place(offset: number): Place {
    return this.#places.of(offset);
  }
}

/** White space of the judges' formats: blank, tab, LF, CR. Other control characters are refused. */
function isSpace(byte: number): boolean {
  return byte <= SPACE && (byte === LF || byte === SPACE || byte === CR || byte === TAB);
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}
