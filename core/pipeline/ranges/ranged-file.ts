import type { AnyGame } from '../../game.ts';
import type { Finding, Warning } from '../../text/errors.ts';
import { joined, type Oddities, remarksOn } from '../../text/inspect.ts';
import type { RandomText } from '../../text/random-text.ts';
import type { CaseResult } from '../solve-case.ts';
import type { TextOptions, TextSummary } from '../solve-text.ts';
import type { ByteRange } from './cut.ts';
import { type ListRange, readListRange } from './list-range.ts';
import type { Opening } from './opening.ts';
import { odditiesOf } from './range-end.ts';
import { type RecordRange, readRecordRange } from './record-range.ts';

/** A file that is read by ranges. */
export interface RangedFile {
  readonly game: AnyGame;
  readonly text: RandomText;
  readonly opening: Opening;
  readonly options: TextOptions;
}

/** What one range of a file came to, wherever it was read: plain data. */
export interface RangeResult {
  readonly range: ByteRange;
  readonly content: ListRange | RecordRange;
  readonly oddities: Oddities;
}

/** Solves what starts in one range, without knowing what stands before it. */
export function solveRange(
  { game, text, opening, options }: RangedFile,
  range: ByteRange,
): RangeResult {
  const read = opening.list === null ? readRecordRange : readListRange;
  const content = read(game, text, { opening, range }, options);
  return { range, content, oddities: odditiesOf(text, range) };
}

/** Hears of the results of a file in their order. */
export type Take = (result: CaseResult, index: number) => void;

/**
 * Puts the ranges of a file together, which come in their order, to what the whole file gives: all its
 * cases with their numbers and the places of their errors. Each call reads all that it has to before it
 * changes anything: it can be made again where the text threw.
 */
export interface RangeJoin {
  readonly add: (result: RangeResult) => void;
  /** A range that nobody could solve: each of its cases is read, and has that error. */
  readonly lose: (range: ByteRange, fault: Finding) => void;
  /** To be called after the last range. */
  readonly finish: () => TextSummary;
}

/** What is said of a whole text, from what is said of its ranges. */
export class Remarks {
  readonly #warnings: Warning[] = [];
  #oddities: Oddities;

  constructor({ text, opening }: RangedFile) {
    this.#oddities = odditiesOf(text, { start: 0, end: opening.start });
    this.warn(opening.warnings);
  }

  see(oddities: Oddities): void {
    this.#oddities = joined(this.#oddities, oddities);
  }

  warn(warnings: readonly Warning[]): void {
    for (const warning of warnings) {
      if (!this.#warnings.some(({ rule }) => rule === warning.rule)) this.#warnings.push(warning);
    }
  }

  all(): Warning[] {
    return [...remarksOn(this.#oddities), ...this.#warnings];
  }
}
