import type { AnyGame } from '../game.ts';
import { type Finding, InputError, type Warning } from '../text/errors.ts';
import { type Budget, refuseTooLarge } from './budget.ts';
import type { Chunk, ChunkResult, ParsedFile } from './manifest.ts';

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
    if (error !== undefined) columns.fail(index, error);
    else solveCase(game, file.cases[index], index, { options, columns });
  }
  return { first, last, ...columns };
}

/** The results of a chunk as they grow. */
class Columns {
  readonly answers: (string | null)[] = [];
  readonly steps: number[] = [];
  readonly milliseconds: number[] = [];
  readonly errors = new Map<number, Finding>();
  readonly caveats = new Map<number, Warning>();
  readonly certified = new Map<number, boolean>();

  fail(index: number, error: InputError): void {
    this.answers.push(null);
    this.steps.push(0);
    this.milliseconds.push(0);
    this.errors.set(index, error.finding);
  }
}

/** Where a case is solved: how, and what its results are added to. */
interface Place {
  readonly options: SolveOptions;
  readonly columns: Columns;
}

function solveCase(
  game: AnyGame,
  value: unknown,
  index: number,
  { options, columns }: Place,
): void {
  const { budget, now = noClock, certify = false } = options;
  try {
    const cost = game.cost(value);
    if (budget !== undefined) refuseTooLarge(game, cost, budget);
    const start = now();
    const solved = (options.solve ?? game.solve)(value);
    const milliseconds = now() - start;
    const caveat = options.solve === undefined ? (game.caveat?.(value) ?? null) : null;
    if (caveat !== null) columns.caveats.set(index, caveat);
    if (certify && game.certificate !== undefined) {
      columns.certified.set(index, game.certificate.verify(value, solved));
    }
    columns.answers.push(game.codec.formatAnswer(solved));
    columns.steps.push(cost.steps);
    columns.milliseconds.push(milliseconds);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    columns.fail(index, error);
  }
}

function noClock(): number {
  return 0;
}
