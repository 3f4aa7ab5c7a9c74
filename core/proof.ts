import type { Random } from './random/random.ts';
import { LimitError } from './text/errors.ts';

/** Makes the cases of one file. */
export type GenerateCases<Case> = (random: Random) => readonly Case[];

/** Named after a shape or after the mistake they uncover. */
export type Generators<Case> = Readonly<Record<string, GenerateCases<Case>>>;

/** What shows that a game's solver is right. Never part of a deployed function. */
export interface Proof<Case, Answer> {
  /** The judge's answer by brute force, without the theory. */
  readonly oracle: (c: Case) => Answer;
  /** The answer by the literal rules, where it can differ from the judge's; else absent. */
  readonly literal?: (c: Case) => Answer;
  /** An upper estimate of the positions that the oracles visit for a case. */
  readonly positions: (c: Case) => number;
  /** Where several answers are right: whether this one is, by the rules alone. */
  readonly accepts?: (c: Case, answer: Answer) => boolean;
  /** Where a case is won or lost: whether the first player wins. */
  readonly won?: (answer: Answer) => boolean;
  /** Cases within the oracle's reach. */
  readonly small: Generators<Case>;
  /** Cases beyond it that a second implementation still reaches, where there is one. */
  readonly medium?: Generators<Case>;
  /** Cases beyond both; `published-max` reaches the published limits together. */
  readonly large: Generators<Case>;
}

export type AnyProof = Proof<unknown, unknown>;

/** Hides a game's own types, as `defineGame` does and for the same reason. */
export function defineProof<Case, Answer>(proof: Proof<Case, Answer>): AnyProof {
  return proof as unknown as AnyProof;
}

/** How many positions a search by the literal rules may visit. */
export const REACH = 5_000_000;

/** The solver by the literal rules. It throws LimitError for a case that a search cannot reach. */
export function literalSolver({ literal, oracle, positions }: AnyProof): (c: unknown) => unknown {
  return (c) => {
    const count = positions(c);
    if (count <= REACH) return (literal ?? oracle)(c);
    throw new LimitError({
      rule: 'literal/out-of-reach',
      place: null,
      found: `a case of up to ${Number.isFinite(count) ? count.toPrecision(2) : 'countless'} positions`,
      allowed: `${REACH} positions for a search by the literal rules`,
      hint: 'solve it without --literal, by the published method',
    });
  };
}
