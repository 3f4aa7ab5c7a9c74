import type { AnyGame } from '../game.ts';
import { InputError, type Warning } from '../text/errors.ts';
import { type Budget, refuseTooLarge } from './budget.ts';
import type { CaseResult, Chunk, ChunkResult, ParsedCase, ParsedFile } from './manifest.ts';

/** How to solve; the defaults are the published method, no certificate and no clock. */
export interface SolveOptions {
  /** Another solver of the same game, such as the brute force by the literal rules. */
  readonly solve?: (c: unknown) => unknown;
  /** Refuse a case whose estimated cost is larger. */
  readonly budget?: Budget;
  /** Check each answer by the game's certificate, where it has one. */
  readonly certify?: boolean;
  /** Milliseconds from any origin. `core` has no clock of its own. */
  readonly now?: () => number;
}

/** Solves the cases of one chunk. An InputError becomes the case's error; any other is thrown. */
export function solveChunk(
  game: AnyGame,
  file: ParsedFile,
  chunk: Pick<Chunk, 'first' | 'last'>,
  options: SolveOptions = {},
): ChunkResult {
  const { first, last } = chunk;
  const results = file.cases
    .slice(first, last + 1)
    .map((parsed) => solveCase(game, parsed, options));
  return { first, last, results };
}

function solveCase(game: AnyGame, parsed: ParsedCase, options: SolveOptions): CaseResult {
  const { number } = parsed;
  if (parsed.kind === 'error') return { status: 'error', number, error: parsed.error.finding };
  try {
    return { status: 'solved', number, ...answer(game, parsed.value, options) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { status: 'error', number, error: error.finding };
  }
}

function answer(game: AnyGame, value: unknown, options: SolveOptions) {
  const now = options.now ?? noClock;
  if (options.budget !== undefined) refuseTooLarge(game, value, options.budget);
  const start = now();
  const solved = (options.solve ?? game.solve)(value);
  const milliseconds = now() - start;
  const certificate = options.certify ? certify(game, value, solved) : {};
  return {
    answer: game.codec.formatAnswer(solved),
    steps: game.cost(value).steps,
    milliseconds,
    warnings: options.solve === undefined ? caveats(game, value) : [],
    ...certificate,
  };
}

function certify(game: AnyGame, value: unknown, solved: unknown) {
  const { certificate } = game;
  if (certificate === undefined) return {};
  return { certificate: { kind: certificate.kind, verified: certificate.verify(value, solved) } };
}

function caveats(game: AnyGame, value: unknown): readonly Warning[] {
  const caveat = game.caveat?.(value) ?? null;
  return caveat === null ? [] : [caveat];
}

function noClock(): number {
  return 0;
}
