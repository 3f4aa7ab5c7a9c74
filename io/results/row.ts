import type { AnyGame } from '../../core/game.ts';
import { findGame } from '../../core/games/index.ts';
import type { CaseResults, FileResult } from '../../core/pipeline/manifest.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import { VERSION } from '../../core/version.ts';
import { sha256 } from '../hash.ts';

/** One line of results.jsonl: one case. Fields are only ever added. */
export interface Row {
  readonly id: string;
  readonly file: string;
  readonly line?: number;
  readonly case: number;
  readonly sha256_in: string;
  /** Hash of everything that the answer depends on; a later run with the same key need not solve. */
  readonly key: string;
  readonly game: string | null;
  readonly status: 'solved' | 'error';
  readonly answer: string | null;
  /** Of the whole answer file that the case stands in; null where there is none. */
  readonly answer_sha256: string | null;
  /** Of the file that nimbus wrote in the answer's place and that stands there; null where there is none. */
  readonly wrote_sha256: string | null;
  readonly error?: Finding;
  readonly ms_parse: number;
  readonly ms_solve: number;
  readonly peak_mb: number;
  /** Steps by the game's cost model: the same on every machine. */
  readonly ops: number;
  readonly solver: string;
  readonly method: 'published' | 'literal';
  readonly certificate?: {
    readonly kind: string;
    readonly size: number;
    readonly verified: boolean;
  };
  readonly warnings: readonly Warning[];
}

/** What stands in the place of an answer file now. */
export interface Delivery {
  /** Hash of the file there if nimbus wrote it; null where there is none, or the user's own. */
  readonly wrote: string | null;
  /** What the user should know of a file that was kept. */
  readonly remark: Warning | null;
}

export const NOTHING_DELIVERED: Delivery = { wrote: null, remark: null };

/** How an instance is named in results and messages. */
export interface Named {
  /** Path with `/`. */
  readonly file: string;
  /** Line of a JSON Lines file, else null. */
  readonly line: number | null;
  /** The user's own name for a line; else null. */
  readonly id: string | null;
}

/** How messages name an instance: `batch.jsonl:7` for a line. */
export function shownPath({ file, line }: Pick<Named, 'file' | 'line'>): string {
  return line === null ? file : `${file}:${line}`;
}

/** What the rows of one instance share. */
export interface RowFrame {
  readonly instance: Named;
  readonly sha256In: string;
  readonly key: string;
  readonly method: 'published' | 'literal';
  readonly millisecondsParse: number;
  readonly peakMegabytes: number;
  readonly delivery: Delivery;
  /** Of the whole answer, where it is known already. */
  readonly answerSha256?: string | null;
}

/** The frame of an instance that nothing is known of yet but its content. */
export function frameOf(
  instance: Named,
  { sha256In, key }: Pick<RowFrame, 'sha256In' | 'key'>,
  { literal }: { readonly literal: boolean },
): RowFrame {
  const method = literal ? 'literal' : 'published';
  const nothing = { millisecondsParse: 0, peakMegabytes: 0, delivery: NOTHING_DELIVERED };
  return { instance, sha256In, key, method, ...nothing };
}

/** Rows in order, grouped by instance: each starts with its case 1. */
export function* byInstance(rows: Iterable<Row>): Generator<Row[]> {
  let group: Row[] = [];
  for (const row of rows) {
    if (row.case === 1 && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

/** The rows of an instance that was read. Warnings about the whole file stand with its first case. */
export function rowsOf(frame: RowFrame, game: AnyGame, file: FileResult): Row[] {
  return [...eachRow(frame, game, file)];
}

/** The same, one after another, for a file of very many cases. */
export function* eachRow(frame: RowFrame, game: AnyGame, file: FileResult): Generator<Row> {
  const answerHash = file.answer === null ? null : (frame.answerSha256 ?? sha256(file.answer));
  yield* rowsOfRun(frame, game, { ...file, results: file, first: 0, answerSha256: answerHash });
}

/** Cases of a file that follow one another, and what is said of the whole file. */
export interface RowRun {
  /** Index of the first case in its file; in `results` it has the index 0. */
  readonly first: number;
  readonly results: CaseResults;
  readonly warnings: readonly Warning[];
  readonly answerSha256: string | null;
}

/** The rows of some cases of a file. */
export function* rowsOfRun(frame: RowFrame, game: AnyGame, run: RowRun): Generator<Row> {
  for (const index of run.results.answers.keys()) yield rowAt(frame, game, run, index);
}

function rowAt(frame: RowFrame, game: AnyGame, run: RowRun, index: number): Row {
  const { results: file, first, warnings } = run;
  const base = baseRow(frame, first + index + 1, game);
  const ofFile = first + index === 0 ? [...warnings, ...remarks(frame)] : [];
  const error = file.errors.get(index);
  const answer = file.answers[index] ?? null;
  if (error !== undefined || answer === null)
    return { ...base, ...(error && { error }), warnings: ofFile };
  const caveat = file.caveats.get(index);
  return {
    ...base,
    status: 'solved',
    answer,
    answer_sha256: run.answerSha256,
    ms_solve: round(file.milliseconds[index] ?? 0),
    ops: file.steps[index] ?? 0,
    ...certificateOf(game, file.certified.get(index), answer),
    warnings: caveat === undefined ? ofFile : [...ofFile, caveat],
  };
}

function remarks({ delivery: { remark } }: RowFrame): readonly Warning[] {
  return remark === null ? [] : [remark];
}

function certificateOf({ certificate }: AnyGame, verified: boolean | undefined, answer: string) {
  if (certificate === undefined || verified === undefined) return {};
  return { certificate: { kind: certificate.kind, size: answer.length, verified } };
}

/** The one row of an instance that has no result at all. */
export function errorRow(frame: RowFrame, game: AnyGame | null, error: Finding): Row {
  return { ...baseRow(frame, 1, game), error };
}

function baseRow(frame: RowFrame, number: number, game: AnyGame | null): Row {
  const { file, line, id } = frame.instance;
  return {
    id: id ?? `${file}#${number}`,
    file,
    ...(line === null ? {} : { line }),
    case: number,
    sha256_in: frame.sha256In,
    key: frame.key,
    game: game?.name ?? null,
    status: 'error',
    answer: null,
    answer_sha256: null,
    wrote_sha256: frame.delivery.wrote,
    ms_parse: frame.millisecondsParse,
    ms_solve: 0,
    peak_mb: frame.peakMegabytes,
    ops: 0,
    solver:
      game === null
        ? `nimbus ${VERSION}`
        : `nimbus ${VERSION} ${game.name}@${versionOf(game.name)}`,
    method: frame.method,
    warnings: [],
  };
}

/** Milliseconds to a microsecond. */
export function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

/** Version of a game's solver. */
export function versionOf(game: string): number {
  return findGame(game)?.version ?? 0;
}
