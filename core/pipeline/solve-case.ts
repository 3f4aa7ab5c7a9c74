import type { AnyGame } from '../game.ts';
import { type Finding, InputError, type Warning } from '../text/errors.ts';
import { type Budget, refuseTooLarge } from './budget.ts';

/** How to solve; the defaults are the published method, no certificate and no clock. */
export interface CaseOptions {
  /** Another solver of the same game, such as the brute force by the literal rules. */
  readonly solve?: (c: unknown) => unknown;
  /** Refuse a case whose estimated cost is larger. */
  readonly budget?: Budget;
  /** Check each answer by the game's certificate, where it has one. */
  readonly certify?: boolean;
  /** Milliseconds from any origin. `core` has no clock of its own. */
  readonly now?: () => number;
}

/** What is known of one case once it is solved. */
export interface CaseResult {
  /** The judge's text without the final line end; null where there is an error. */
  readonly answer: string | null;
  readonly error: Finding | null;
  /** What to know before the answer is trusted. */
  readonly caveat: Warning | null;
  /** Whether its certificate was verified; null where that was not asked for. */
  readonly certified: boolean | null;
  /** Estimated steps, the same on every machine; 0 where there is an error. */
  readonly steps: number;
  readonly milliseconds: number;
}

/** Solves one case. An InputError becomes its error; any other is thrown. */
export function solveCase(game: AnyGame, value: unknown, options: CaseOptions): CaseResult {
  const { budget, now = noClock, certify = false } = options;
  try {
    const cost = game.cost(value);
    if (budget !== undefined) refuseTooLarge(game, cost, budget);
    const start = now();
    const solved = (options.solve ?? game.solve)(value);
    const milliseconds = now() - start;
    const { certificate } = game;
    return {
      answer: game.codec.formatAnswer(solved),
      error: null,
      caveat: options.solve === undefined ? (game.caveat?.(value) ?? null) : null,
      certified: certify && certificate !== undefined ? certificate.verify(value, solved) : null,
      steps: cost.steps,
      milliseconds,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return failedCase(error);
  }
}

/** The result of a case that has no answer. */
export function failedCase({ finding }: InputError): CaseResult {
  return failedWith(finding);
}

export function failedWith(error: Finding): CaseResult {
  return { answer: null, error, caveat: null, certified: null, steps: 0, milliseconds: 0 };
}

export function noClock(): number {
  return 0;
}
