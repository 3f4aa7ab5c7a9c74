import { type Frame, isExpected } from '../framing.ts';
import type { AnyGame } from '../game.ts';
import type { ByteSource } from '../text/byte-source.ts';
import { InputError, type Warning } from '../text/errors.ts';
import { type ReaderOptions, TokenReader } from '../text/token-reader.ts';
import { type CaseOptions, type CaseResult, failedCase, noClock, solveCase } from './solve-case.ts';

export interface TextOptions extends ReaderOptions, CaseOptions {}

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
    for (const result of resultsIn(game, reader, options)) take(result, cases++);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    take(failedCase(reader?.takeReport() ?? error), cases++);
  }
  return { cases, warnings: reader?.warnings ?? [] };
}

function resultsIn(
  game: AnyGame,
  reader: TokenReader,
  options: CaseOptions,
): Generator<CaseResult, void> {
  const isFolded = options.solve === undefined && options.certify !== true;
  return isFolded && game.fold !== undefined
    ? foldedResults(game, reader, options)
    : solvedResults(game, reader, options);
}

function* solvedResults(game: AnyGame, reader: TokenReader, options: CaseOptions) {
  for (const value of game.codec.cases(reader)) {
    const report = reader.takeReport();
    yield report === null ? solveCase(game, value, options) : failedCase(report);
  }
}

const ONE_CASE: Frame = { count: 1 };

function* foldedResults(game: AnyGame, reader: TokenReader, { now = noClock }: CaseOptions) {
  const { fold, codec } = game;
  if (fold === undefined) return;
  const frame = codec.framing?.frame(reader) ?? ONE_CASE;
  for (let index = 0; isExpected(reader, frame, index); index++) {
    const start = now();
    const folded = fold(reader, frame);
    const milliseconds = now() - start;
    const report = reader.takeReport();
    if (report !== null) yield failedCase(report);
    else if (folded !== null) {
      const answer = codec.formatAnswer(folded.answer);
      yield { ...NOTHING_ODD, answer, steps: folded.steps, milliseconds };
    }
  }
  reader.endIgnoringRest();
}

const NOTHING_ODD = { error: null, caveat: null, certified: null } as const;
