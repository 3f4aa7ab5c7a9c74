import type { AnyGame } from '../game.ts';
import type { Finding, Warning } from '../text/errors.ts';
import type { CaseResults, Chunk, ChunkResult, ParsedFile } from './manifest.ts';
import { type CaseOptions, type CaseResult, failedCase, solveCase } from './solve-case.ts';

export interface SolveOptions extends CaseOptions {
  /** Asked before each case but the first: true ends the chunk there. */
  readonly expired?: () => boolean;
}

/**
 * Solves the cases of one chunk; `last` of the result says how far it came before its time was over. An
 * InputError becomes the case's error; any other is thrown.
 */
export function solveChunk(
  game: AnyGame,
  file: ParsedFile,
  { first, last }: Chunk,
  options: SolveOptions = {},
): ChunkResult {
  const columns = new Columns();
  for (let index = first; index <= last; index++) {
    if (index > first && options.expired?.()) return { first, last: index - 1, ...columns };
    const error = file.errors.get(index);
    const result =
      error === undefined ? solveCase(game, file.cases[index], options) : failedCase(error);
    columns.add(index, result);
  }
  return { first, last, ...columns };
}

/** The results of a chunk as they grow. */
export class Columns {
  readonly answers: (string | null)[] = [];
  readonly steps: number[] = [];
  readonly milliseconds: number[] = [];
  readonly errors = new Map<number, Finding>();
  readonly caveats = new Map<number, Warning>();
  readonly certified = new Map<number, boolean>();

  add(index: number, { answer, error, caveat, certified, steps, milliseconds }: CaseResult): void {
    this.answers.push(answer);
    this.steps.push(steps);
    this.milliseconds.push(milliseconds);
    if (error !== null) this.errors.set(index, error);
    if (caveat !== null) this.caveats.set(index, caveat);
    if (certified !== null) this.certified.set(index, certified);
  }
}

/** The result of the case of that index, as it was added. */
export function caseResultAt(
  { answers, steps, milliseconds, errors, caveats, certified }: CaseResults,
  index: number,
): CaseResult {
  return {
    answer: answers[index] ?? null,
    error: errors.get(index) ?? null,
    caveat: caveats.get(index) ?? null,
    certified: certified.get(index) ?? null,
    steps: steps[index] ?? 0,
    milliseconds: milliseconds[index] ?? 0,
  };
}
