import type { AnyGame } from '../game.ts';
import type { ReaderOptions } from '../text/token-reader.ts';
import { format } from './format.ts';
import type { FileResult } from './manifest.ts';
import { parse } from './parse.ts';
import { plan } from './plan.ts';
import { reduce } from './reduce.ts';
import { type SolveOptions, solveChunk } from './solve-chunk.ts';

export interface RunOptions extends ReaderOptions, SolveOptions {
  /** Into how many chunks the file is cut; the result does not depend on it. */
  readonly chunks?: number;
}

/** The five stages in a row, for one file. */
export function run(game: AnyGame, bytes: Uint8Array, options: RunOptions = {}): FileResult {
  const file = parse(game, bytes, options);
  const chunks = plan(game, file, options.chunks ?? 1);
  const solved = chunks.map((chunk) => solveChunk(game, file, chunk, options));
  const results = reduce(file.cases.length, solved);
  return { ...results, warnings: file.warnings, answer: format(game, results) };
}
