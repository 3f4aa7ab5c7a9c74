import type { ByteSource } from './byte-source.ts';
import { InvariantError, type Place } from './errors.ts';
import { type FilePart, WHOLE_FILE, type WindowOptions } from './file-part.ts';
import { byteOrderMark, Inspector, isSpace, type Oddities, refuseUtf16 } from './inspect.ts';
import { FILE_START, type Origin, Places } from './places.ts';

const OLD_DOS_END = 0x1a;

/** Bytes read at a time. */
const BLOCK = 1 << 18;

/** As much of the start of a text as tells what kind of file it is. */
const HEAD = 1_000;

/**
 * The bytes of a text that a cursor can reach. Those behind the cursor go when further ones come, apart
 * from what is held. A text that is in memory is one window. Offsets count from the start of the text's
 * bytes, places in `bytes` from `base`.
 *
 * What is seen does not depend on how the source cuts its bytes: an end mark of old DOS editors with
 * white space behind it stays outside until it is known whether more follows.
 */
export class TextWindow {
  /** Bytes at hand: those before `end`. */
  bytes: Uint8Array;
  /** The cursor, a place in `bytes`. */
  at = 0;
  end = 0;
  /** Offset of the first byte. */
  base = 0;
  /** Whether the text ends at `end`. */
  isLast = false;
  readonly #source: ByteSource | null;
  /** Bytes that were read; those from `end` on may not belong to the text. */
  #filled = 0;
  /** Offset from which on bytes must stay. */
  #held = Number.POSITIVE_INFINITY;
  readonly #inspector = new Inspector();
  readonly #places: Places;
  readonly #head: Uint8Array;
  readonly #block: number;
  readonly #part: FilePart;
  readonly #origin: Origin;
  readonly #countsLines: boolean;
  /** A second window, whose lines are counted, behind this one. */
  #counting: TextWindow | null = null;

  /** Throws ParseError for UTF-16 text. */
  constructor(
    text: Uint8Array | ByteSource,
    { origin = FILE_START, block = BLOCK, part = WHOLE_FILE, ...how }: WindowOptions = {},
  ) {
    this.#part = part;
    this.#block = block;
    this.#origin = origin;
    if (text instanceof Uint8Array) {
      this.#source = null;
      this.#countsLines = true;
      this.bytes = text;
      this.#filled = text.length;
      this.#settle(true);
      this.#head = text.subarray(0, HEAD);
    } else {
      this.#source = text;
      this.#countsLines = text.again === undefined || how.countsLines === true;
      this.bytes = new Uint8Array(HEAD + Math.min(block, text.size ?? block));
      while (!this.isLast && this.#filled < HEAD) this.#read();
      this.#head = this.bytes.slice(0, Math.min(HEAD, this.#filled));
    }
    if (part.head === null) refuseUtf16(this.#head);
    const mark = part.head === null ? byteOrderMark(this.#head) : 0;
    this.#inspector.mark = mark > 0;
    this.at = mark;
    this.#places = new Places(mark, origin);
  }

  /** Offset of the cursor. */
  get offset(): number {
    return this.base + this.at;
  }

  /** Bytes from the cursor to the end of the file; null where nobody knows. */
  get remaining(): number | null {
    const size = this.#source === null ? this.bytes.length : this.#source.size;
    return size === null ? null : size - this.offset;
  }

  /** The first bytes of the file, a thousand at the most. */
  get head(): Uint8Array {
    return this.#part.head ?? this.#head;
  }

  /** Brings further bytes in; places in `bytes` move. False at the end of the text. */
  more(): boolean {
    const before = this.end + this.base;
    while (!this.isLast && this.end + this.base === before) {
      this.#makeRoom();
      this.#read();
    }
    return this.end + this.base > before;
  }

  /** Makes `count` bytes reachable from the cursor on, or all that there are. */
  reach(count: number): void {
    while (this.end - this.at < count && this.more());
  }

  /**
   * Keeps all bytes from the cursor on, until `release`. A text that can be read again is left where it
   * is: fresh memory for it would cost more than reading it twice where something is wrong.
   */
  hold(): void {
    if (this.#source?.again === undefined) this.#held = Math.min(this.#held, this.offset);
  }

  release(): void {
    this.#held = Number.POSITIVE_INFINITY;
  }

  /** Where the byte at an offset stands, which must be in the window, held, or readable again. */
  placeOf(offset: number): Place {
    if (!this.#countsLines && this.base > 0) this.#counting = this.#countingFrom(offset);
    const window = this.#counting ?? this.reaching(offset);
    return window.#places.of(offset, window);
  }

  /** Counts on from the last place that was asked for, where this one lies behind it. */
  #countingFrom(offset: number): TextWindow {
    const isBehind = this.#counting !== null && offset >= this.#counting.base;
    return (isBehind ? (this.#counting as TextWindow) : this.#again(true)).#reach(offset);
  }

  /** This window, or where the byte at an offset has left it another one on the same text. */
  reaching(offset: number): TextWindow {
    return offset >= this.base ? this : this.#again(false).#reach(offset);
  }

  #again(countsLines: boolean): TextWindow {
    const again = this.#source?.again?.();
    if (again === undefined)
      throw new InvariantError('text: a byte that is gone was asked for, and nobody held it');
    const how = { origin: this.#origin, block: this.#block, part: this.#part, countsLines };
    return new TextWindow(again, how);
  }

  #reach(offset: number): this {
    while (this.base + this.end <= offset && !this.isLast) {
      this.at = this.end;
      this.more();
    }
    return this;
  }

  /** Reads the rest of the text, whatever it is, and tells what is odd about all of it. */
  drain(): Oddities {
    this.release();
    do this.at = this.end;
    while (this.more());
    return this.#inspector.oddities();
  }

  /** Drops what is behind the cursor, but for a byte that a line end may need; grows where all is held. */
  #makeRoom(): void {
    const keep = Math.max(this.base, Math.min(this.offset, this.#held) - 1);
    if (this.#countsLines) this.#places.leave(keep, this);
    const dropped = keep - this.base;
    // What is held stays where it is until the window is full: to move it for each piece would be quadratic.
    if (dropped === 0 && this.#filled < this.bytes.length) return;
    const kept = this.#filled - dropped;
    const wanted = Math.max(this.#block, 2 * kept);
    const isFitting = wanted <= this.bytes.length && 2 * wanted >= this.bytes.length;
    const target = isFitting ? this.bytes : new Uint8Array(wanted);
    target.set(this.bytes.subarray(dropped, this.#filled));
    this.bytes = target;
    this.base = keep;
    this.at -= dropped;
    this.end -= dropped;
    this.#filled = kept;
  }

  #read(): void {
    const source = this.#source as ByteSource;
    const count = source.read(this.bytes.subarray(this.#filled));
    this.#filled += count;
    this.#settle(count === 0);
  }

  /** Takes what was read into the text, as far as it is known to belong to it. */
  #settle(isLast: boolean): void {
    let end = this.#filled;
    while (end > this.end && isSpace(this.bytes[end - 1] as number)) end--;
    const isMarked = this.#part.isEnd && end > this.end && this.bytes[end - 1] === OLD_DOS_END;
    const until = isMarked ? end - 1 : this.#filled;
    this.#inspector.see(this.bytes.subarray(this.end, until));
    this.end = until;
    this.isLast = isLast;
    if (isLast) this.#inspector.dosEnd = isMarked;
  }
}
