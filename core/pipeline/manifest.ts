import type { Finding, InputError, Warning } from '../text/errors.ts';

/*
 * A file can hold millions of cases, so what travels is kept in columns: one array entry a case, and
 * maps for what few cases have. Indices are those of the cases in their file, from 0; people and
 * messages count cases from 1.
 */

/** parse → plan: a whole file. */
export interface ParsedFile {
  /** Undefined where an error stands in the case's place. */
  readonly cases: readonly unknown[];
  /** Byte offset after each case, where the next one starts; the end of the file after the last one read. */
  readonly ends: readonly number[];
  readonly errors: ReadonlyMap<number, InputError>;
  readonly warnings: readonly Warning[];
}

/** plan → solve chunk: a run of cases; `last` is included. */
export interface Chunk {
  readonly first: number;
  readonly last: number;
}

/** What is known of a run of cases once they are solved: plain data, the same wherever it was made. */
export interface CaseResults {
  /** The judge's text for each case, without the final line end; null where there is an error. */
  readonly answers: readonly (string | null)[];
  readonly errors: ReadonlyMap<number, Finding>;
  /** What to know before the answer to a case is trusted. */
  readonly caveats: ReadonlyMap<number, Warning>;
  /** Whether a case's certificate was verified, where it was asked for. */
  readonly certified: ReadonlyMap<number, boolean>;
  /** Estimated steps of each case, the same on every machine; 0 where there is an error. */
  readonly steps: readonly number[];
  /** Solving time of each case. */
  readonly milliseconds: readonly number[];
}

/** solve chunk → reduce. */
export interface ChunkResult extends Chunk, CaseResults {}

/** format → out: everything about one file. */
export interface FileResult extends CaseResults {
  readonly warnings: readonly Warning[];
  /** The judge's bytes, or null when a case of the file has no answer. */
  readonly answer: string | null;
}
