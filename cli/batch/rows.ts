import { hash } from 'node:crypto';
import type { AnyGame } from '../../core/game.ts';
import { findGame } from '../../core/games/index.ts';
import type { CaseResult, FileResult } from '../../core/pipeline/manifest.ts';
import type { Finding, Warning } from '../../core/text/errors.ts';
import { VERSION } from '../version.ts';
import type { Instance } from './instance.ts';

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

export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** What the rows of one instance share. */
export interface RowFrame {
  readonly instance: Pick<Instance, 'file' | 'line' | 'id'>;
  readonly sha256In: string;
  readonly key: string;
  readonly method: 'published' | 'literal';
  readonly millisecondsParse: number;
  readonly peakMegabytes: number;
}

/** The rows of an instance that was read. Warnings about the whole file stand with its first case. */
export function rowsOf(
  frame: RowFrame,
  game: AnyGame,
  { results, warnings, answer }: FileResult,
): Row[] {
  const answerHash = answer === null ? null : sha256(answer);
  return results.map((result, index) => {
    const ofFile = index === 0 ? warnings : [];
    const base = baseRow(frame, result.number, game);
    if (result.status === 'error') return { ...base, error: result.error, warnings: ofFile };
    return {
      ...base,
      ...solvedFields(result),
      answer_sha256: answerHash,
      warnings: [...ofFile, ...result.warnings],
    };
  });
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

function solvedFields(result: Extract<CaseResult, { status: 'solved' }>) {
  const { answer, certificate } = result;
  return {
    status: 'solved' as const,
    answer,
    ms_solve: round(result.milliseconds),
    ops: result.steps,
    ...(certificate === undefined ? {} : { certificate: { ...certificate, size: answer.length } }),
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
