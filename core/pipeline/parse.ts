import type { AnyGame } from '../game.ts';
import type { ByteSource } from '../text/byte-source.ts';
import { InputError } from '../text/errors.ts';
import { type ReaderOptions, TokenReader } from '../text/token-reader.ts';
import type { ParsedFile } from './manifest.ts';

export interface ParseOptions extends ReaderOptions {
  /** Read no more cases than this, of a piece of a file. */
  readonly most?: number;
}

/**
 * Text → cases. A case that breaks a rule becomes an error and the next one goes on; what loses the
 * frame ends the file with exactly one error. Throws only what is a bug.
 */
export function parse(
  game: AnyGame,
  text: Uint8Array | ByteSource,
  options: ParseOptions = {},
): ParsedFile {
  const { most = Number.POSITIVE_INFINITY } = options;
  const cases: unknown[] = [];
  const ends: number[] = [];
  const errors = new Map<number, InputError>();
  let reader: TokenReader | null = null;
  try {
    reader = new TokenReader(text, options);
    for (const value of game.codec.cases(reader)) {
      const error = reader.takeReport();
      if (error !== null) errors.set(cases.length, error);
      cases.push(error === null ? value : undefined);
      ends.push(reader.offset);
      if (cases.length === most) break;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // What was reported of the same case stands before the place where its frame is lost.
    errors.set(cases.length, reader?.takeReport() ?? error);
    cases.push(undefined);
  }
  const warnings = reader?.warnings ?? [];
  if (ends.length < cases.length) ends.push(reader?.offset ?? 0);
  return { cases, ends, errors, warnings };
}
