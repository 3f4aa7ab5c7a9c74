import type { Alphabet } from './alphabet.ts';
import type { ByteSource } from './byte-source.ts';
import { echo } from './echo.ts';
import {
  type Finding,
  type InputError,
  InvariantError,
  LimitError,
  ParseError,
  type Place,
  RuleError,
  type Warning,
} from './errors.ts';
import type { WindowOptions } from './file-part.ts';
import { isSpace, remarksOn } from './inspect.ts';
import { allowedBy, type Limit, LONGEST_NUMBER } from './limit.ts';
import { malformedNumber, oddByte } from './malformed.ts';
import { FAST_DIGITS, type Run, type RunNumbers } from './number-run.ts';
import { RunReader } from './run-reader.ts';
import { MOST_WORD } from './scanner/scanner.ts';
import { TextWindow } from './text-window.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const MINUS = 45;
const PLUS = 43;
const ZERO = 48;

const SMALL_COUNT = 65_536;

/** Rule of the warning that what stands behind the cases was not read. */
export const IGNORED_REST = 'text/ignored-rest';

/** As much of a token as a message looks at. */
const LONGEST_TOKEN = 1 << 16;

/** Bytes of UTF-8. */
const LONGEST_CHARACTER = 4;

/** From so many numbers on it pays to have the platform copy them. */
const MANY = 64;

/** For the run of whichever reader is at work: nothing of it lives longer than one call. */
const runs = new RunReader();
const run: Run = { at: 0, end: 0, count: 0, min: 0, max: 0 };

/** What lists of numbers are read into. */
export type Numbers = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** One number of each record. */
export interface Column {
  /** From its start. */
  readonly into: Int32Array | Float64Array;
  /** What is kept as 0: columns of things that are numbered from 1 say 1. */
  readonly from: number;
  readonly limit: Limit;
}

export interface ReaderOptions extends WindowOptions {
  /** Accept `+5`, with a warning. */
  readonly lenient?: boolean;
}

/**
 * Reads a judge's file: numbers and words between white space, exact places for errors. The text is in
 * memory, or comes in pieces of any size, which makes no difference to what is read and said.
 *
 * Two kinds of complaint. What loses the frame (a token that is no number, a count that cannot be
 * true, the end of the file) is thrown as ParseError. What only spoils one case is *reported*: the
 * first report of a case is kept, reading goes on, and `takeReport` hands it to the parse stage.
 *
 * Cost: O(bytes), no string and no object per token; places are computed when an error needs one. Of a
 * text in pieces a window stays in memory, and what is held.
 */
export class TokenReader {
  readonly #window: TextWindow;
  readonly #lenient: boolean;
  readonly #warnings: Warning[] = [];
  #report: InputError | null = null;
  #empty = true;
  /** The last number that a `number` would round. */
  #lastExactly = 0n;
  #recordsRead = 0;

  /** Throws ParseError for UTF-16 text. */
  constructor(text: Uint8Array | ByteSource, options: ReaderOptions = {}) {
    this.#window = new TextWindow(text, options);
    this.#lenient = options.lenient ?? false;
    // What stands before a part has been read.
    this.#empty = (options.part?.head ?? null) === null;
  }

  /** About the whole text, the rest that nobody has read included: call it at the end. */
  get warnings(): Warning[] {
    return [...remarksOn(this.#window.drain()), ...this.#warnings];
  }

  /** Of what was read so far, and not of line ends. */
  get warningsSoFar(): readonly Warning[] {
    return this.#warnings;
  }

  /** Where the next token stands, or the end of the text. */
  get place(): Place {
    this.#skipBlanks();
    return this.#placeHere();
  }

  /** True as long as the current case has no report; structure is only worth checking then. */
  get sound(): boolean {
    return this.#report === null;
  }

  /** Byte offset of the next token; from it `tokenOffset` finds later ones again, if they are held. */
  get offset(): number {
    this.#skipBlanks();
    return this.#window.offset;
  }

  /** Keeps the bytes from here on, so that places in them can be told later. `release` ends it. */
  hold(): void {
    this.#window.hold();
  }

  release(): void {
    this.#window.release();
  }

  /** True when another token follows. */
  more(): boolean {
    this.#skipBlanks();
    return this.#window.at < this.#window.end;
  }

  /** The next number; one outside `limit` is reported and returned as it stands. */
  integer(limit: Limit): number {
    const start = this.offset;
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
    if (value > SMALL_COUNT && tokensEach > 0)
      this.#refuseShortRest(limit, start, { value, tokens: value * tokensEach });
    return value;
  }

  /**
   * The same for the length of a list that is not kept. Of a text whose length nobody knows it is not
   * held against the rest, which would have to be in memory for that.
   */
  length(limit: Limit): number {
    return this.count(limit, this.#window.remaining === null ? 0 : 1);
  }

  /** The next number as it is: a bigint where a `number` would round it. */
  exactInteger(limit: Limit): number | bigint {
    const value = this.integer(limit);
    return Number.isSafeInteger(value) ? value : this.#lastExactly;
  }

  /**
   * Fills `target` with the next numbers, each as `integer` reads it. Where one is rounded, `large` is
   * given the number itself by its index in `target`.
   */
  fill<List extends Numbers>(target: List, limit: Limit, large?: Map<number, bigint>): List {
    for (let filled = 0; filled < target.length; ) {
      const ran = this.#fillByRun(target, filled, limit);
      filled += ran;
      if (ran > 0) continue;
      const value = this.integer(limit);
      if (!Number.isSafeInteger(value)) large?.set(filled, this.#lastExactly);
      target[filled++] = value;
    }
    return target;
  }

  /** Fills `target` from a place on with a run of plain numbers; how many there were. */
  #fillByRun(target: Numbers, filled: number, { min, max }: Limit): number {
    run.min = min;
    run.max = max;
    const numbers = this.#run(target.length - filled);
    copyRun(numbers, run.count, target, filled);
    return run.count;
  }

  /**
   * Plain numbers within a limit of 31 bits, as many as come next, `most` at the most; none where anything
   * else comes first. They stand where they were read, until further ones are.
   */
  plain(most: number, { min, max }: Limit): Int32Array {
    run.min = min;
    run.max = max;
    const numbers = this.#run(most);
    if (!(numbers instanceof Uint32Array))
      throw new InvariantError(`text: found a limit of ${max}, allowed one within 31 bits`);
    return new Int32Array(numbers.buffer, numbers.byteOffset, run.count);
  }

  /** Reads `count` records of one number a column, each as `integer` reads it. */
  records(columns: readonly Column[], count: number): void {
    const width = columns.length;
    const all = count * width;
    const isNarrow = columns.every(({ limit }) => limit.max <= MOST_WORD);
    for (let filled = 0; filled < all; ) {
      this.#recordsRead = Math.floor(filled / width);
      run.min = 0;
      run.max = isNarrow ? MOST_WORD : Number.POSITIVE_INFINITY;
      const start = this.offset;
      const numbers = this.#run(all - filled);
      const ran = run.count;
      if (ran > 0) {
        this.#spread(columns, { numbers, start, filled, ran });
        filled += ran;
      } else {
        const { into, from, limit } = columns[filled % width] as Column;
        into[Math.floor(filled / width)] = this.integer(limit) - from;
        filled++;
      }
    }
    this.#recordsRead = count;
  }

  /** How many whole records the last call of `records` has read, also where it threw. */
  get recordsRead(): number {
    return this.#recordsRead;
  }

  /** Puts the numbers of a run into their columns and reports the first one out of range. */
  #spread(columns: readonly Column[], { numbers, start, filled, ran }: RunOfRecords) {
    const width = columns.length;
    let bad = ran;
    let of = (columns[0] as Column).limit;
    for (let first = 0; first < Math.min(width, ran); first++) {
      const column = columns[(filled + first) % width] as Column;
      const row = Math.floor((filled + first) / width);
      const wrong = takeColumn(column, row, numbers, { first, ran, width });
      if (wrong >= bad) continue;
      bad = wrong;
      of = column.limit;
    }
    if (bad < ran) this.#reportOutOfRange(this.tokenOffset(start, bad), of);
  }

  /**
   * One row of a board: the next token, alone on the rest of its line, of `width` characters out of
   * `alphabet`. Returned as indices into `alphabet`. Every fault loses the frame.
   */
  row(width: number, alphabet: Alphabet, name: string): Uint8Array {
    if (!this.more()) throw this.#unexpectedEnd(name);
    const window = this.#window;
    const cells = new Uint8Array(width);
    const length = readCells(window, cells, alphabet);
    if (window.at < window.end && !isSpace(window.bytes[window.at] as number))
      throw this.#badCell(alphabet, name);
    this.#empty = false;
    if (length !== width) throw this.#badLength(length, width, name);
    this.#refuseRestOfLine(name);
    return cells;
  }

  /** For a file of one case: anything but white space from here on is an error that loses the frame. */
  end(): void {
    if (!this.more()) return;
    const allowed = 'the end of the file';
    const odd = this.#oddHere();
    if (odd?.rule === 'encoding/invalid-utf-8') {
      this.#ignoreRest();
      return;
    }
    const place = this.#placeHere();
    if (odd !== null) throw new ParseError({ ...odd, place, allowed });
    throw new ParseError({
      rule: 'trailing-data',
      place,
      found: `'${this.#tokenHere()}' after the case`,
      allowed,
      hint: 'a file of this game holds one case; put further cases into files of their own',
    });
  }

  /** For files whose judge stops reading here: what follows is ignored, with a warning. */
  endIgnoringRest(): void {
    if (this.more()) this.#ignoreRest();
  }

  #ignoreRest(): void {
    const { line, column } = this.#placeHere();
    this.warn(IGNORED_REST, `the rest of the file is ignored, from ${line}:${column} on`);
  }

  warn(rule: string, message: string): void {
    if (!this.#warnings.some((warning) => warning.rule === rule))
      this.#warnings.push({ rule, message });
  }

  /**
   * Reports that the case breaks a rule at the token that starts at byte `offset`: the one that was read
   * last, or one that is held.
   */
  report(offset: number, broken: Omit<Finding, 'place'>): void {
    this.#report ??= new RuleError({ ...broken, place: this.#window.placeOf(offset) });
  }

  /** The first report since the last call, or null; the next case starts sound. */
  takeReport(): InputError | null {
    const report = this.#report;
    this.#report = null;
    return report;
  }

  /** Byte offset of the token `index` tokens after the one at or after byte `from`. O(bytes between). */
  tokenOffset(from: number, index: number): number {
    const window = this.#window.reaching(from);
    const cursor = window.offset;
    window.at = from - window.base;
    skipWhile(window, isSpace);
    for (let skipped = 0; skipped < index; skipped++) {
      skipWhile(window, isNoSpace);
      skipWhile(window, isSpace);
    }
    const { offset } = window;
    window.at = cursor - window.base;
    return offset;
  }

  /** Reads up to `most` plain numbers, which start at the next token. */
  #run(most: number): RunNumbers {
    this.#skipBlanks();
    const window = this.#window;
    run.at = window.at;
    run.end = window.end;
    run.count = most;
    const numbers = runs.read(window.bytes, run);
    window.at = run.at;
    if (run.count > 0) this.#empty = false;
    return numbers;
  }

  /** The number at the cursor, which stands on a token or at the end. */
  #number(expected: string): number {
    const window = this.#window;
    for (;;) {
      const { bytes, at: start, end } = window;
      let at = start;
      let value = 0;
      for (; at < end; at++) {
        const digit = (bytes[at] as number) - ZERO;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      const digits = at - start;
      if (at === end && !window.isLast && digits <= FAST_DIGITS) {
        window.more();
        continue;
      }
      const ends = at >= end || isSpace(bytes[at] as number);
      const isPlain = digits === 1 || bytes[start] !== ZERO;
      if (!ends || !isPlain || digits === 0 || digits > FAST_DIGITS)
        return this.#oddNumber(expected);
      window.at = at;
      this.#empty = false;
      return value;
    }
  }

  /** Everything that is not a plain number of up to 15 digits. */
  #oddNumber(expected: string): number {
    const token = this.#token();
    if (token.length === 0) throw this.#unexpectedEnd(`the number ${expected}`);
    const isNegative = token[0] === MINUS;
    const isPlus = token[0] === PLUS && this.#lenient;
    const digits = token.subarray(isNegative || isPlus ? 1 : 0);
    if (!areDigits(digits) || (isNegative && digits[0] === ZERO)) {
      throw new ParseError(
        malformedNumber(token, { head: this.#window.head, place: this.#placeHere(), expected }),
      );
    }
    if (digits.length > LONGEST_NUMBER) throw this.#tooLong(token.length - digits.length);
    if (isPlus) this.warn('number/plus-sign', 'numbers with a plus sign');
    if (digits[0] === ZERO && digits.length > 1) {
      this.warn('number/leading-zeros', 'numbers with leading zeros');
    }
    this.#window.at += token.length;
    this.#empty = false;
    const text = textOf(isPlus ? digits : token);
    const value = Number(text);
    if (!Number.isSafeInteger(value)) this.#lastExactly = BigInt(text);
    return value;
  }

  /** The token at the cursor, or as much of it as a message looks at. */
  #token(): Uint8Array {
    const window = this.#window;
    window.reach(LONGEST_TOKEN);
    const most = Math.min(window.end, window.at + LONGEST_TOKEN);
    let end = window.at;
    while (end < most && !isSpace(window.bytes[end] as number)) end++;
    return window.bytes.subarray(window.at, end);
  }

  #tokenHere(): string {
    return echo(textOf(this.#token().subarray(0, 400)));
  }

  #placeHere(): Place {
    return this.#window.placeOf(this.#window.offset);
  }

  /** What is odd about the byte at the cursor. */
  #oddHere() {
    const window = this.#window;
    window.reach(LONGEST_CHARACTER);
    return oddByte(window.bytes.subarray(0, window.end), window.at);
  }

  #reportOutOfRange(start: number, limit: Limit): void {
    this.#report ??= new LimitError(this.#outOfRange('number/out-of-range', start, limit));
  }

  #outOfRange(rule: string, start: number, limit: Limit): Finding {
    const { bytes, base, end } = this.#window;
    let at = start - base;
    while (at < end && !isSpace(bytes[at] as number)) at++;
    const token = echo(textOf(bytes.subarray(start - base, Math.min(at, start - base + 400))));
    const place = this.#window.placeOf(start);
    return { rule, place, found: `${limit.symbol} = ${token}`, allowed: allowedBy(limit) };
  }

  /** Of a number whose digits start `sign` bytes behind the cursor; they are only counted. */
  #tooLong(sign: number): ParseError {
    const window = this.#window;
    const place = this.#placeHere();
    window.at += sign;
    const first = window.offset;
    skipWhile(window, isDigit);
    const found = `a number of ${window.offset - first} digits`;
    const allowed = `at most ${LONGEST_NUMBER} digits`;
    return new ParseError({ rule: 'number/too-long', place, found, allowed });
  }

  /** Throws ParseError where what is left of the text has no room for so many tokens. */
  #refuseShortRest(limit: Limit, start: number, { value, tokens }: Claim): void {
    const window = this.#window;
    // Of a text of unknown length it is known as soon as so much of it is there.
    if (window.remaining === null) window.reach(2 * tokens - 1);
    const bytes = window.remaining ?? window.end - window.at;
    const room = Math.ceil(bytes / 2);
    if (tokens <= room) return;
    throw new ParseError({
      rule: 'count/exceeds-input',
      place: window.placeOf(start),
      found: `${limit.symbol} = ${value}`,
      allowed: `at most ${Math.floor((room * value) / tokens)}, for ${bytes} bytes follow`,
      hint: 'the file is cut off, or the count is wrong',
    });
  }

  #unexpectedEnd(expected: string): ParseError {
    return new ParseError({
      rule: this.#empty ? 'empty' : 'unexpected-end',
      place: this.#placeHere(),
      found: this.#empty ? 'an empty file' : 'the end of the file',
      allowed: expected,
    });
  }

  /** Behind a row of that many cells; it starts on the same line. */
  #badLength(length: number, width: number, name: string): ParseError {
    const { line, column } = this.#placeHere();
    const place = { line, column: column - length };
    const found = `${name} with ${length} cells`;
    return new ParseError({ rule: 'board/row-length', place, found, allowed: `${width} cells` });
  }

  #badCell({ characters }: Alphabet, name: string): ParseError {
    const byte = this.#window.bytes[this.#window.at] as number;
    const place = this.#placeHere();
    const allowed = `one of ${[...characters].map((character) => `'${character}'`).join(' ')}`;
    const rule = 'board/character';
    if (byte > 32 && byte < 127) {
      const found = `'${String.fromCharCode(byte)}' in ${name}`;
      return new ParseError({ rule, place, found, allowed });
    }
    const odd = this.#oddHere() ?? { rule, found: `a blank in ${name}` };
    return new ParseError({ ...odd, place, allowed });
  }

  #refuseRestOfLine(name: string): void {
    const window = this.#window;
    let hasBlanks = false;
    do {
      for (; window.at < window.end; window.at++) {
        const byte = window.bytes[window.at] as number;
        if (byte === LF || byte === CR) {
          if (hasBlanks) this.#warnOfBlanks();
          return;
        }
        hasBlanks = isBlank(byte);
        if (hasBlanks) continue;
        throw new ParseError({
          rule: 'board/blank-in-row',
          place: this.#placeHere(),
          found: `'${this.#tokenHere()}' after a blank in ${name}`,
          allowed: 'the end of the line',
        });
      }
    } while (window.more());
    if (hasBlanks) this.#warnOfBlanks();
  }

  #skipBlanks(): void {
    const window = this.#window;
    const { bytes, at: start, end } = window;
    let at = start;
    while (at < end && isSpace(bytes[at] as number)) at++;
    if (at < end && at - start <= 1) window.at = at;
    else this.#skipGap();
  }

  /** Skips a longer gap, and warns of blanks at the end of a line in it. */
  #skipGap(): void {
    const window = this.#window;
    let before = 0;
    do {
      for (; window.at < window.end; window.at++) {
        const byte = window.bytes[window.at] as number;
        if (!isSpace(byte)) return;
        if (isBlank(before) && (byte === LF || byte === CR)) this.#warnOfBlanks();
        before = byte;
      }
    } while (window.more());
    if (isBlank(before)) this.#warnOfBlanks();
  }

  #warnOfBlanks(): void {
    this.warn('text/trailing-blanks', 'lines end with blanks');
  }
}

/** What a count says: `value` items, which are so many tokens. */
interface Claim {
  readonly value: number;
  readonly tokens: number;
}

/** A run of numbers in the middle of records: `filled` of them were read before. */
interface RunOfRecords {
  readonly numbers: RunNumbers;
  readonly start: number;
  readonly filled: number;
  readonly ran: number;
}

/** Which numbers of a run are of one column. */
interface Share {
  readonly first: number;
  readonly ran: number;
  readonly width: number;
}

/**
 * Takes the numbers of one column from a row on; the index of the first one that is out of range, or `ran`. By
 * itself, for what is compiled of an inner loop is thrown away at its end.
 */
function takeColumn(
  { into, from, limit: { min, max } }: Column,
  row: number,
  numbers: RunNumbers,
  { first, ran, width }: Share,
): number {
  let bad = ran;
  let next = row;
  for (let at = first; at < ran; at += width) {
    const value = numbers[at] as number;
    into[next++] = value - from;
    if ((value < min || value > max) && at < bad) bad = at;
  }
  return bad;
}

/**
 * Words are copied as they are, where they are many. All else by hand, for `set` takes five times as long
 * where it has to convert.
 */
function copyRun(numbers: RunNumbers, count: number, target: Numbers, filled: number): void {
  if (count >= MANY && numbers instanceof Uint32Array && areWords(target))
    target.set(numbers.subarray(0, count), filled);
  else for (let at = 0; at < count; at++) target[filled + at] = numbers[at] as number;
}

function areWords(numbers: Numbers): boolean {
  return numbers instanceof Int32Array || numbers instanceof Uint32Array;
}

function skipWhile(window: TextWindow, isSkipped: (byte: number) => boolean): void {
  do {
    while (window.at < window.end && isSkipped(window.bytes[window.at] as number)) window.at++;
  } while (window.at === window.end && window.more());
}

function isNoSpace(byte: number): boolean {
  return !isSpace(byte);
}

function areDigits(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.every(isDigit);
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

/** Reads cells as long as they come, of which the first ones go into `cells`; how many there were. */
function readCells(window: TextWindow, cells: Uint8Array, { codes }: Alphabet): number {
  let length = 0;
  do {
    const { bytes, end } = window;
    let { at } = window;
    for (; at < end; at++, length++) {
      const cell = codes[bytes[at] as number] as number;
      if (cell < 0) break;
      if (length < cells.length) cells[length] = cell;
    }
    window.at = at;
  } while (window.at === window.end && window.more());
  return length;
}
