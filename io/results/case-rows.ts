import type { CaseResults, FileResult } from '../../core/pipeline/manifest.ts';
import type { CaseResult } from '../../core/pipeline/solve-case.ts';
import { caseResultAt } from '../../core/pipeline/solve-chunk.ts';
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
  const maker = new RowMaker(frame, game, run);
  for (const index of run.results.answers.keys()) {
    yield maker.rowOf(run.first + index, caseResultAt(run.results, index));
  }
}

/** Makes the rows of the cases of an instance. */
export class RowMaker {
  /** With the fields in the order of all rows. */
  readonly #base: Row;
  /** The user's own name for the instance. */
  readonly #id: string | null;
  readonly #answerSha256: string | null;
  /** What stands with the first case. */
  readonly #ofFile: readonly Warning[];
  /** Of certificates; null where the game has none. */
  readonly #kind: string | null;

  constructor(frame: RowFrame, game: RowGame | null, about: Omit<RowRun, 'first' | 'results'>) {
    this.#base = baseRow(frame, 0, game);
    this.#id = frame.instance.id;
    this.#answerSha256 = about.answerSha256;
    this.#ofFile = [...about.warnings, ...remarks(frame)];
    this.#kind = game?.certificate?.kind ?? null;
  }

  /** The row of the case of that index in its file. */
  rowOf(index: number, result: CaseResult): Row {
    const { answer, error, caveat } = result;
    const number = index + 1;
    const id = this.#id ?? numberedId(this.#base.file, number);
    const ofFile = index === 0 ? this.#ofFile : NO_WARNINGS;
    if (error !== null || answer === null)
      return { ...this.#base, id, case: number, warnings: ofFile, ...(error && { error }) };
    const row: Row = {
      ...this.#base,
      id,
      case: number,
      status: 'solved',
      answer,
      answer_sha256: this.#answerSha256,
      ms_solve: round(result.milliseconds),
      ops: result.steps,
      warnings: caveat === null ? ofFile : [...ofFile, caveat],
    };
    const certificate = certificateOf(this.#kind, result.certified, answer);
    return certificate === null ? row : { ...row, certificate };
  }
}

const NO_WARNINGS: readonly Warning[] = [];

function remarks({ delivery: { remark } }: RowFrame): readonly Warning[] {
  return remark === null ? [] : [remark];
}

function certificateOf(kind: string | null, verified: boolean | null, answer: string) {
  if (kind === null || verified === null) return null;
  return { kind, size: answer.length, verified };
}
