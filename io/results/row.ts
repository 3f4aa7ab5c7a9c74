import { findGame } from '../../core/games/index.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import { VERSION } from '../../core/version.ts';

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

/** What rows tell of a game. */
export interface RowGame {
  readonly name: string;
  readonly certificate?: { readonly kind: string } | undefined;
}

/** The one row of an instance that has no result at all. */
export function errorRow(frame: RowFrame, game: RowGame | null, error: Finding): Row {
  return { ...baseRow(frame, 1, game), error };
}

/** A row of an instance that nothing is known of but its frame, with all fields that all rows have. */
export function baseRow(frame: RowFrame, number: number, game: RowGame | null): Row {
  const { file, line, id } = frame.instance;
  return {
    id: id ?? numberedId(file, number),
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

/** Name of a case of a file. */
export function numberedId(file: string, number: number): string {
  return `${file}#${number}`;
}

/** Milliseconds to a microsecond. */
export function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

/** Version of a game's solver. */
export function versionOf(game: string): number {
  return findGame(game)?.version ?? 0;
}
