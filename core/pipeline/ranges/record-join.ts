import type { Frame } from '../../framing.ts';
import type { Place } from '../../text/errors.ts';
import { TokenReader } from '../../text/token-reader.ts';
import type { TextSummary } from '../solve-text.ts';
import type { ByteRange } from './cut.ts';
import { findingFrom, placeFrom } from './range-end.ts';
import {
  type RangedFile,
  type RangeJoin,
  type RangeResult,
  Remarks,
  type Take,
} from './ranged-file.ts';
import { type RecordRange, readRecords } from './record-range.ts';

/**
 * The ranges of a file of many cases. A range whose first record was guessed wrong is read again from
 * where the one before it ended; so is one that goes on after the last case that the file announces.
 */
export class RecordJoin implements RangeJoin {
  readonly #file: RangedFile;
  readonly #take: Take;
  readonly #remarks: Remarks;
  /** Cases that the file announces and that are still to come. */
  #left: number;
  #count = 0;
  #isOver = false;
  #next: number;
  #place: Place;

  constructor(file: RangedFile, take: Take) {
    const { opening } = file;
    this.#file = file;
    this.#take = take;
    this.#remarks = new Remarks(file);
    this.#left = (opening.frame as Frame).count ?? Number.POSITIVE_INFINITY;
    this.#next = opening.start;
    this.#place = opening.place;
    if (this.#left === 0) this.#ignoreRest();
  }

  add({ range, content, oddities }: RangeResult): void {
    this.#remarks.see(oddities);
    if (!this.#isOver && this.#next < range.end) this.#takeRange(range, content as RecordRange);
  }

  finish(): TextSummary {
    // More cases were announced than there are: whoever reads the next one says so.
    if (!this.#isOver && this.#left < Number.POSITIVE_INFINITY)
      this.#takeAll(this.#read(Number.POSITIVE_INFINITY, 1));
    return { cases: this.#count, warnings: this.#remarks.all() };
  }

  #takeRange(range: ByteRange, guessed: RecordRange): void {
    const isRight = guessed.start === this.#next && guessed.results.length <= this.#left;
    this.#takeAll(isRight ? guessed : this.#read(range.end, this.#left));
  }

  #read(end: number, most: number): RecordRange {
    const { game, text, opening, options } = this.#file;
    const stretch = { start: this.#next, end, most };
    return readRecords(game, text, { opening, stretch }, options);
  }

  #takeAll({ results, warnings, isBroken, isClosed, end, place }: RecordRange): void {
    for (const result of results) {
      const { error } = result;
      const placed = error && { ...result, error: findingFrom(this.#place, error) };
      this.#take(placed ?? result, this.#count++);
    }
    this.#left -= results.length;
    this.#remarks.warn(warnings);
    this.#next = end;
    this.#place = placeFrom(this.#place, place);
    if (isBroken) this.#isOver = true;
    else if (isClosed || this.#left === 0) this.#ignoreRest();
  }

  /** What follows the last case is ignored, with a warning. */
  #ignoreRest(): void {
    const { text, opening, options } = this.#file;
    const origin = { ...this.#place, head: 0 };
    const how = { ...options, origin, part: opening.part };
    const reader = new TokenReader(text.from(this.#next, text.size), how);
    reader.endIgnoringRest();
    this.#remarks.warn(reader.warningsSoFar);
    this.#isOver = true;
  }
}
