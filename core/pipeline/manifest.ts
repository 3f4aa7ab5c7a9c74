import type { Finding, InputError, Warning } from '../text/errors.ts';

/** Version of the shapes in this file, as far as they are stored or sent. */
export const MANIFEST_VERSION = 1;

/** parse → plan: one case of a file, or the error that stands in its place. Numbered from 1. */
export type ParsedCase =
  | { readonly kind: 'case'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly number: number; readonly error: InputError };

/** parse → plan: a whole file. */
export interface ParsedFile {
  readonly cases: readonly ParsedCase[];
  readonly warnings: readonly Warning[];
}

/** plan → solve chunk: a run of cases, by index into `ParsedFile.cases`; `last` is included. */
export interface Chunk {
  readonly first: number;
  readonly last: number;
  /** Steps by the game's cost model. */
  readonly steps: number;
}

/** One case's result: plain data, the same wherever it was solved. */
export type CaseResult = SolvedCase | FailedCase;

export interface SolvedCase {
  readonly status: 'solved';
  readonly number: number;
  /** The judge's text for this case, without the final line end. */
  readonly answer: string;
  readonly steps: number;
  readonly milliseconds: number;
  readonly warnings: readonly Warning[];
  readonly certificate?: { readonly kind: string; readonly verified: boolean };
}

export interface FailedCase {
  readonly status: 'error';
  readonly number: number;
  readonly error: Finding;
}

/** solve chunk → reduce: the results of one chunk. */
export interface ChunkResult {
  readonly first: number;
  readonly last: number;
  readonly results: readonly CaseResult[];
}

/** format → out: everything about one file. */
export interface FileResult {
  readonly results: readonly CaseResult[];
  readonly warnings: readonly Warning[];
  /** The judge's bytes, or null when a case of the file has no answer. */
  readonly answer: string | null;
}
