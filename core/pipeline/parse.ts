import type { AnyGame } from '../game.ts';
import { InputError } from '../text/errors.ts';
import { type ReaderOptions, TokenReader } from '../text/token-reader.ts';
import type { ParsedCase, ParsedFile } from './manifest.ts';

/**
 * Bytes → cases. A case that breaks a rule becomes an error and the next one goes on; what loses the
 * frame ends the file with exactly one error. Throws only what is a bug.
 */
export function parse(game: AnyGame, bytes: Uint8Array, options: ReaderOptions = {}): ParsedFile {
  const cases: ParsedCase[] = [];
  let reader: TokenReader | null = null;
  try {
    reader = new TokenReader(bytes, options);
    for (const value of game.codec.cases(reader)) {
      const number = cases.length + 1;
      const error = reader.takeReport();
      cases.push(
        error === null ? { kind: 'case', number, value } : { kind: 'error', number, error },
      );
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    cases.push({ kind: 'error', number: cases.length + 1, error });
  }
  return { cases, warnings: reader?.warnings ?? [] };
}
