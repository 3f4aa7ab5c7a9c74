import type { CaseResults, FileResult } from '../../core/pipeline/manifest.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import { sha256 } from '../hash.ts';
import { differs } from './differing.ts';
import { baseRow, numberedId, type Row, type RowFrame, type RowGame, round } from './row.ts';

/** Cases of a file that follow one another, and what is said of the whole file. */
export interface RowRun {
  /** Index of the first case in its file; in `results` it has the index 0. */
  readonly first: number;
  readonly results: CaseResults;
  readonly warnings: readonly Warning[];
  readonly answerSha256: string | null;
}

/** What the rows of some cases of an instance are made of. */
export interface RowSource {
  readonly frame: RowFrame;
  /** Null where it is not known. */
  readonly game: RowGame | null;
  readonly run: RowRun;
}

/** Of all cases of an instance that was read. Warnings about the whole file stand with its first case. */
export function sourceOf(frame: RowFrame, game: RowGame, file: FileResult): RowSource {
  const { answer, warnings } = file;
  const answerSha256 = answer === null ? null : (frame.answerSha256 ?? sha256(answer));
  return { frame, game, run: { first: 0, results: file, warnings, answerSha256 } };
}

/** Of an instance that has no result at all. */
export function errorSource(frame: RowFrame, game: RowGame | null, error: Finding): RowSource {
  const results = { ...NO_RESULT, errors: new Map([[0, error]]) };
  return { frame, game, run: { first: 0, results, warnings: [], answerSha256: null } };
}

const NO_RESULT = {
  answers: [null],
  caveats: new Map<never, never>(),
  certified: new Map<never, never>(),
  steps: [0],
  milliseconds: [0],
};

/** Whether there are rows that a user is told of: errors, and answers that differ. */
export function hasRemarks({ frame, run }: RowSource): boolean {
  const { errors, caveats } = run.results;
  return (
    errors.size > 0 ||
    differs({ warnings: [...run.warnings, ...remarks(frame), ...caveats.values()] })
  );
}

/** The rows of an instance that was read, one after another: there may be very many. */
export function eachRow(frame: RowFrame, game: RowGame, file: FileResult): Generator<Row> {
  return rowsFrom(sourceOf(frame, game, file));
}

/** The rows of some cases of a file. */
export function* rowsFrom({ frame, game, run }: RowSource): Generator<Row> {
  const base = baseRow(frame, 0, game);
  for (const index of run.results.answers.keys()) {
    yield rowAt({ base, frame, run, kind: game?.certificate?.kind ?? null }, index);
  }
}

interface Common {
  /** With the fields in the order of all rows. */
  readonly base: Row;
  readonly frame: RowFrame;
  readonly run: RowRun;
  /** Of certificates; null where the game has none. */
  readonly kind: string | null;
}

function rowAt({ base, frame, run, kind }: Common, index: number): Row {
  const { results, first } = run;
  const number = first + index + 1;
  const id = frame.instance.id ?? numberedId(base.file, number);
  const ofFile = number === 1 ? [...run.warnings, ...remarks(frame)] : NO_WARNINGS;
  const error = results.errors.get(index);
  const answer = results.answers[index] ?? null;
  if (error !== undefined || answer === null)
    return { ...base, id, case: number, warnings: ofFile, ...(error && { error }) };
  const caveat = results.caveats.get(index);
  const certificate = certificateOf(kind, results.certified.get(index), answer);
  const row: Row = {
    ...base,
    id,
    case: number,
    status: 'solved',
    answer,
    answer_sha256: run.answerSha256,
    ms_solve: round(results.milliseconds[index] ?? 0),
    ops: results.steps[index] ?? 0,
    warnings: caveat === undefined ? ofFile : [...ofFile, caveat],
  };
  return certificate === null ? row : { ...row, certificate };
}

const NO_WARNINGS: readonly Warning[] = [];

function remarks({ delivery: { remark } }: RowFrame): readonly Warning[] {
  return remark === null ? [] : [remark];
}

function certificateOf(kind: string | null, verified: boolean | undefined, answer: string) {
  if (kind === null || verified === undefined) return null;
  return { kind, size: answer.length, verified };
}
