import type { Frame } from '../../framing.ts';
import { type Finding, type Place, RuleError, type Warning } from '../../text/errors.ts';
import { TokenReader } from '../../text/token-reader.ts';
import type { CaseOptions } from '../solve-case.ts';
import type { TextSummary } from '../solve-text.ts';
import type { ByteRange } from './cut.ts';
import { findingFrom, odditiesOf, placeFrom } from './range-end.ts';
import {
  type RangedFile,
  type RangeJoin,
  type RangeResult,
  Remarks,
  type Take,
} from './ranged-file.ts';
import { type RecordRange, readRecords, type Stretch } from './record-range.ts';

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
    if (this.#left === 0) this.#end(this.#ignoredFrom(this.#next, this.#place));
  }

  add({ range, content, oddities }: RangeResult): void {
    const step = this.#isWanted(range) ? this.#stepTo(range, content as RecordRange) : null;
    this.#remarks.see(oddities);
    if (step !== null) this.#go(step);
  }

  lose(range: ByteRange, fault: Finding): void {
    const oddities = odditiesOf(this.#file.text, range);
    const lost = { solve: () => refuse(fault) };
    const step = this.#isWanted(range)
      ? this.#stepOver(this.#read({ end: range.end, most: this.#left }, lost))
      : null;
    this.#remarks.see(oddities);
    if (step !== null) this.#go(step);
  }

  finish(): TextSummary {
    // More cases were announced than there are: whoever reads the next one says so.
    if (!this.#isOver && this.#left < Number.POSITIVE_INFINITY)
      this.#go(this.#stepOver(this.#read({ end: Number.POSITIVE_INFINITY, most: 1 })));
    return { cases: this.#count, warnings: this.#remarks.all() };
  }

  #isWanted(range: ByteRange): boolean {
    return !this.#isOver && this.#next < range.end;
  }

  #stepTo(range: ByteRange, guessed: RecordRange): Step {
    const isRight = guessed.start === this.#next && guessed.results.length <= this.#left;
    return this.#stepOver(isRight ? guessed : this.#read({ end: range.end, most: this.#left }));
  }

  /** Reads all that it needs, so that nothing is changed where the text cannot be read. */
  #stepOver(records: RecordRange): Step {
    const { results, isBroken, isClosed, end, place } = records;
    const isLast = !isBroken && (isClosed || results.length === this.#left);
    const ignored = isLast ? this.#ignoredFrom(end, placeFrom(this.#place, place)) : null;
    return { records, ignored };
  }

  #read({ end, most }: Omit<Stretch, 'start'>, how: CaseOptions = {}): RecordRange {
    const { game, text, opening, options } = this.#file;
    const stretch = { start: this.#next, end, most };
    return readRecords(game, text, { opening, stretch }, { ...options, ...how });
  }

  #go({ records, ignored }: Step): void {
    const { results, warnings, isBroken, end, place } = records;
    for (const result of results) {
      const { error } = result;
      const placed = error && { ...result, error: findingFrom(this.#place, error) };
      this.#take(placed ?? result, this.#count++);
    }
    this.#left -= results.length;
    this.#remarks.warn(warnings);
    this.#next = end;
    this.#place = placeFrom(this.#place, place);
    if (isBroken) this.#end([]);
    else if (ignored !== null) this.#end(ignored);
  }

  #end(warnings: readonly Warning[]): void {
    this.#remarks.warn(warnings);
    this.#isOver = true;
  }

  /** What follows the last case is ignored, with a warning. */
  #ignoredFrom(start: number, place: Place): readonly Warning[] {
    const { text, opening, options } = this.#file;
    const origin = { ...place, head: 0 };
    const how = { ...options, origin, part: opening.part };
    const reader = new TokenReader(text.from(start, text.size), how);
    reader.endIgnoringRest();
    return reader.warningsSoFar;
  }
}

/** The cases up to some place, and what is said of the rest where they are the last. */
interface Step {
  readonly records: RecordRange;
  readonly ignored: readonly Warning[] | null;
}

function refuse(fault: Finding): never {
  throw new RuleError(fault);
}
