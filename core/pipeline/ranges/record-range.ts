import type { Frame, Framing } from '../../framing.ts';
import type { AnyGame } from '../../game.ts';
import { InputError, type Warning } from '../../text/errors.ts';
import type { RandomText } from '../../text/random-text.ts';
import { TokenReader } from '../../text/token-reader.ts';
import { type CaseResult, failedCase } from '../solve-case.ts';
import { caseSolver, type TextOptions } from '../solve-text.ts';
import type { ByteRange } from './cut.ts';
import { guessFirstRecord } from './first-record.ts';
import type { Opening } from './opening.ts';
import { type RangeEnd, START } from './range-end.ts';

/** What the records that start in a range come to; places count from `start`. */
export interface RecordRange extends RangeEnd {
  readonly kind: 'records';
  readonly results: readonly CaseResult[];
  /** Whether the last result is an error that loses the frame. */
  readonly isBroken: boolean;
  /** Whether the file says here that there are no more. */
  readonly isClosed: boolean;
  readonly warnings: readonly Warning[];
}

/** Reads the records that start in a range, from where the first one seems to. */
export function readRecordRange(
  game: AnyGame,
  text: RandomText,
  { opening, range }: { readonly opening: Opening; readonly range: ByteRange },
  options: TextOptions,
): RecordRange {
  const framing = game.codec.framing as Framing<unknown, Frame>;
  const isFirst = range.start === opening.start;
  const start = isFirst ? range.start : guessFirstRecord(framing, text, opening, range);
  if (start === null) return { ...NO_RECORDS, start: range.end, end: range.end };
  const stretch = { start, end: range.end, most: Number.POSITIVE_INFINITY };
  return readRecords(game, text, { opening, stretch }, options);
}

const NO_RECORDS = {
  kind: 'records',
  results: [],
  isBroken: false,
  isClosed: false,
  warnings: [],
  place: START,
} as const;

/**
 * Where records are read: those that start before `end`, at most so many. With an end past that of the file
 * one is read that is not there.
 */
export interface Stretch extends ByteRange {
  readonly most: number;
}

/** Reads and solves records from a place on. */
export function readRecords(
  game: AnyGame,
  text: RandomText,
  { opening, stretch }: { readonly opening: Opening; readonly stretch: Stretch },
  options: TextOptions,
): RecordRange {
  const { start, most } = stretch;
  const how = { ...options, part: opening.part, countsLines: true };
  const reader = new TokenReader(text.from(start, text.size), how);
  const solveNext = caseSolver(game, opening.frame as Frame, options);
  const results: CaseResult[] = [];
  let isClosed = false;
  let isBroken = false;
  try {
    while (results.length < most && !isClosed) {
      if (start + reader.offset >= stretch.end) break;
      if (!reader.more() && stretch.end <= text.size) break;
      const result = solveNext(reader);
      if (result === null) isClosed = true;
      else results.push(result);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    results.push(failedCase(reader.takeReport() ?? error));
    isBroken = true;
  }
  const warnings = reader.warningsSoFar;
  if (isBroken) return { ...NO_RECORDS, start, end: text.size, results, isBroken, warnings };
  const end = start + reader.offset;
  return {
    kind: 'records',
    results,
    isBroken,
    isClosed,
    warnings,
    start,
    end,
    place: reader.place,
  };
}
