import type { Fold, Frame, Framing } from './framing.ts';
import type { AnyListFile } from './list-file.ts';
import type { Binary } from './number/binary.ts';
import type { AnyTableSplit } from './table-split.ts';
import type { Warning } from './text/errors.ts';
import type { Limits } from './text/limit.ts';
import type { TokenReader } from './text/token-reader.ts';

/** Text of a file ⇄ cases, text of an answer ⇄ answer. The two directions are inverse. */
export interface Codec<Case, Answer> {
  /**
   * Yields the cases of a file in order. Throws ParseError where the frame is lost; everything that
   * spoils one case only is reported on the reader before that case is yielded.
   */
  readonly cases: (reader: TokenReader) => Generator<Case, void>;
  /** The same, case by case; absent where a file holds one case and is read as a whole. */
  readonly framing?: Framing<Case, Frame>;
  /** One whole input file as the judge would write it, LF at the end of each line. */
  readonly formatCases: (cases: readonly Case[]) => string;
  /** One answer without a final line end. */
  readonly formatAnswer: (answer: Answer) => string;
  readonly parseAnswer: (text: string) => Answer;
  /** All texts of answers, where they are few and short, and the plain cases of a file cost the same. */
  readonly words?: readonly string[];
  /** What stands between the answers of one file. */
  readonly separator: '\n' | ' ';
  /**
   * What has to stand before the text of `count` cases from the middle of a file, so that `cases` reads
   * them; `c` is any case of the file. Absent where a file holds one case.
   */
  readonly head?: (count: number, c: Case) => string;
}

/** What a case takes: `steps` of the solver's inner loop, `bytes` of memory at its peak. */
export interface Cost {
  readonly steps: number;
  readonly bytes: number;
  /** What is mostly counted as steps, where that is an estimate; `error` is its relative standard error. */
  readonly units?: { readonly name: string; readonly count: number; readonly error: number };
}

/**
 * A case that is big by itself, solved piece by piece. Rounds run one after another; the parts of a
 * round depend only on the state before it, so they can run anywhere and in any order.
 */
export interface Split<Case, Answer, State, Part, Partial> {
  readonly rounds: (c: Case) => number;
  readonly start: (c: Case) => State;
  /** Cuts a round into at most `count` parts that cover it exactly. */
  readonly parts: (c: Case, round: number, count: number) => readonly Part[];
  readonly solvePart: (c: Case, state: State, part: Part) => Partial;
  /** The state after a round; `partials` are in the order of its parts. */
  readonly merge: (c: Case, state: State, partials: readonly Partial[]) => State;
  readonly finish: (c: Case, state: State) => Answer;
  /** Estimated steps of one round; those of all rounds are about the cost of the case. */
  readonly steps: (c: Case, round: number) => number;
  readonly state: Binary<State>;
  readonly partial: Binary<Partial>;
}

/** Work of so many steps. */
export interface Calibration {
  readonly steps: number;
  readonly run: () => void;
}

/** A cheap check of one answer that does not repeat the solving. */
export interface Certificate<Case, Answer> {
  readonly kind: string;
  readonly verify: (c: Case, answer: Answer) => boolean;
}

/** What can be asked of a game in place of its judge's answer. */
export interface Asked {
  /** The integer itself, not a residue. */
  readonly exact: boolean;
  /** The residue modulo this number, 1 … 2^31 − 1; null for the judge's. */
  readonly modulus: number | null;
  /** Counts by Grundy value. */
  readonly histogram: boolean;
}

/** One ruleset with its published solution method. Every function is pure. */
export interface Game<Case, Answer> {
  /** Folder name, storage prefix and the name users give. */
  readonly name: string;
  /** The problem's id at its judge, accepted wherever the name is. */
  readonly judge: string;
  readonly limits: Limits;
  /** `one` case a file, cases `to-end` of it, or as many as it says (`counted`). */
  readonly framing: 'one' | 'to-end' | 'counted';
  readonly codec: Codec<Case, Answer>;
  readonly cost: (c: Case) => Cost;
  /** What the cases of a file take together, where that is less than the sum: they share work. */
  readonly costTogether?: (cases: readonly Case[]) => Cost;
  /** Measured time of one step of `cost`, for forecasts; see `bench/cost-model.ts`. */
  readonly nanosecondsPerStep: number;
  /** Some ten milliseconds of work that tell how fast a machine takes these steps. */
  readonly calibration?: () => Calibration;
  readonly solve: (c: Case) => Answer;
  /** For cases with lists that are too long to be kept; gives the answers of `solve`. */
  readonly fold?: Fold<Answer>;
  /** Where a file is one case that ends with such a list. */
  readonly list?: AnyListFile;
  /** What to know before the answer is trusted: the theory does not cover this case. */
  readonly caveat?: (c: Case) => Warning | null;
  readonly certificate?: Certificate<Case, Answer>;
  readonly split?: Split<Case, Answer, unknown, unknown, unknown>;
  /** For cases that fill a large table; takes the place of `split`. */
  readonly table?: AnyTableSplit;
  /** The game that gives other answers, null for one that it has not; absent where it has only the judge's. */
  readonly asking?: (asked: Asked) => AnyGame | null;
  /** What `asking` was called with, of a game that it gave. */
  readonly asked?: Asked;
}

/** A game of the registry, whose cases and answers only that game itself looks into. */
export type AnyGame = Game<unknown, unknown>;

/**
 * Hides a game's own types, so that the registry and the pipeline hold one plain type.
 * The cast is safe because a case or an answer only ever comes from the codec or the solver of the
 * same game: nothing else makes one.
 */
export function defineGame<Case, Answer>(game: Game<Case, Answer>): AnyGame {
  return game as unknown as AnyGame;
}

/** Hides the types of the state and the pieces of a split, for the same reason as `defineGame`. */
export function defineSplit<Case, Answer, State, Part, Partial>(
  split: Split<Case, Answer, State, Part, Partial>,
): Split<Case, Answer, unknown, unknown, unknown> {
  return split as unknown as Split<Case, Answer, unknown, unknown, unknown>;
}
