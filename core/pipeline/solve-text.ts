import { type Frame, isExpected } from '../framing.ts';
import type { AnyGame } from '../game.ts';
import type { ByteSource } from '../text/byte-source.ts';
import { InputError, InvariantError, type Warning } from '../text/errors.ts';
import type { Limit } from '../text/limit.ts';
import { type ReaderOptions, TokenReader } from '../text/token-reader.ts';
import { isWithin } from './budget.ts';
import { type CaseOptions, type CaseResult, failedCase, noClock, solveCase } from './solve-case.ts';

export interface TextOptions extends ReaderOptions, CaseOptions {
  /** Gets answers of many cases at once, where nothing else is to be said of them; `take` gets all others. */
  readonly takeWords?: TakeWords;
}

/** All answers that there are, and for each of some cases the place of its own among them. */
export type TakeWords = (answers: readonly string[], places: Uint8Array) => void;

/** What is said of a text as a whole. */
export interface TextSummary {
  readonly cases: number;
  readonly warnings: readonly Warning[];
}

/**
 * Solves the cases of a text one after another and hands each result on: what parse and solve chunk
 * give for the whole file, in the memory of the largest case. A case that ends in a list takes none for
 * the list, where its game can fold it.
 */
export function solveText(
  game: AnyGame,
  text: Uint8Array | ByteSource,
  options: TextOptions,
  take: (result: CaseResult, index: number) => void,
): TextSummary {
  let reader: TokenReader | null = null;
  let cases = 0;
  try {
    reader = new TokenReader(text, options);
    const { takeWords } = options;
    const takeMany: TakeWords = (words, places) => {
      takeWords?.(words, places);
      cases += places.length;
    };
    const takeOne = (result: CaseResult) => take(result, cases++);
    const taker = { take: takeOne, takeWords: takeWords === undefined ? null : takeMany };
    solveAll({ game, reader, options }, taker);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    take(failedCase(reader?.takeReport() ?? error), cases++);
  }
  return { cases, warnings: reader?.warnings ?? [] };
}

interface Reading {
  readonly game: AnyGame;
  readonly reader: TokenReader;
  readonly options: TextOptions;
}

interface Taker {
  readonly take: (result: CaseResult) => void;
  readonly takeWords: TakeWords | null;
}

/** No generator: for cases that are a number each it would take as long as all else. */
function solveAll({ game, reader, options }: Reading, taker: Taker): void {
  const { framing } = game.codec;
  const { take } = taker;
  if (framing === undefined && !isFolded(game, options)) {
    for (const value of game.codec.cases(reader)) take(resultOf(game, reader, value, options));
    return;
  }
  const frame = framing?.frame(reader) ?? ONE_CASE;
  const solveNext = caseSolver(game, frame, options);
  for (let index = 0; isExpected(reader, frame, index); index++) {
    const result = solveNext(reader);
    if (result === null) break;
    take(result);
    if (framing?.plain !== undefined) solvePlain({ game, reader, options }, framing.plain, taker);
  }
  reader.endIgnoringRest();
}

/** Solves the cases that are plain numbers, as far as they come: one by one, reading them costs more than solving. */
function solvePlain(reading: Reading, plain: Limit, { take, takeWords }: Taker): void {
  const next = () => reading.reader.plain(Number.POSITIVE_INFINITY, plain);
  const words = wordsFor(reading.game, reading.options);
  for (let cases = next(); cases.length > 0; cases = next()) {
    if (words === null || takeWords === null || !isAffordable(reading, cases[0]))
      solveEach(reading, cases, take);
    else takeWords(words, placesOf(reading.game, words, cases));
  }
}

/** A function of its own, for at the end of an inner loop what was compiled of it would be thrown away. */
function solveEach(
  { game, options }: Reading,
  cases: Int32Array,
  take: (result: CaseResult) => void,
): void {
  for (let at = 0; at < cases.length; at++) take(solveCase(game, cases[at], options));
}

/** The answers of a game that has few, where nothing else is asked for; else null. */
function wordsFor(
  { codec, caveat }: AnyGame,
  { solve, certify, now }: TextOptions,
): readonly string[] | null {
  const isMoreAsked = solve !== undefined || certify === true || now !== undefined;
  return caveat !== undefined || isMoreAsked ? null : (codec.words ?? null);
}

function isAffordable({ game, options: { budget } }: Reading, c: unknown): boolean {
  return budget === undefined || isWithin(game, game.cost(c), budget);
}

/** For each case, the place of its answer among the words. */
function placesOf(
  { solve, codec: { formatAnswer } }: AnyGame,
  words: readonly string[],
  cases: Int32Array,
): Uint8Array {
  const places = new Uint8Array(cases.length);
  for (let at = 0; at < cases.length; at++)
    places[at] = words.indexOf(formatAnswer(solve(cases[at])));
  return places;
}

const ONE_CASE: Frame = { count: 1 };

function resultOf(game: AnyGame, reader: TokenReader, value: unknown, options: CaseOptions) {
  const report = reader.takeReport();
  return report === null ? solveCase(game, value, options) : failedCase(report);
}

/** Whether cases are answered while they are read: they are not there for anybody else to look at. */
function isFolded({ fold }: AnyGame, { solve, certify }: CaseOptions): boolean {
  return fold !== undefined && solve === undefined && certify !== true;
}

/** Reads and solves the next case; null where the file says that there are no more. Throws ParseError. */
export function caseSolver(
  game: AnyGame,
  frame: Frame,
  options: CaseOptions,
): (reader: TokenReader) => CaseResult | null {
  const { fold } = game;
  if (fold !== undefined && isFolded(game, options)) {
    return (reader) => foldCase({ game, fold, frame }, reader, options.now);
  }
  return (reader) => {
    const value = game.codec.framing?.record(reader, frame) ?? null;
    return value === null ? null : resultOf(game, reader, value, options);
  };
}

interface Folding {
  readonly game: AnyGame;
  readonly fold: NonNullable<AnyGame['fold']>;
  readonly frame: Frame;
}

function foldCase({ game, fold, frame }: Folding, reader: TokenReader, now = noClock): CaseResult {
  const start = now();
  const folded = fold(reader, frame);
  const milliseconds = now() - start;
  const report = reader.takeReport();
  if (report !== null) return failedCase(report);
  if (folded === null) throw new InvariantError(`${game.name}: a case without answer or report`);
  const answer = game.codec.formatAnswer(folded.answer);
  return { ...NOTHING_ODD, answer, steps: folded.steps, milliseconds };
}

const NOTHING_ODD = { error: null, caveat: null, certified: null } as const;
