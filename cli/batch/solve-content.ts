import type { AnyGame } from '../../core/game.ts';
import { isWithin, millisecondsOfSteps } from '../../core/pipeline/budget.ts';
import { format } from '../../core/pipeline/format.ts';
import type { FileResult, ParsedFile } from '../../core/pipeline/manifest.ts';
import { type ParseOptions, parse } from '../../core/pipeline/parse.ts';
import { solveChunk } from '../../core/pipeline/solve-chunk.ts';
import { type AnyProof, literalSolver } from '../../core/proof.ts';
import { measuredPeak } from '../../io/peak-memory.ts';
import type { Content } from './content.ts';
import { withSecondOpinion } from './second-opinion.ts';
import type { TaskOptions } from './task.ts';

/** A text that was read. */
export interface ReadContent {
  readonly file: ParsedFile;
  /** Of `performance.now()`. */
  readonly start: number;
  /** That it took. */
  readonly milliseconds: number;
}

export function readContent(
  game: AnyGame,
  { bytes }: Content,
  options: Pick<ParseOptions, 'lenient' | 'most'>,
): ReadContent {
  const start = performance.now();
  const file = parse(game, bytes, options);
  return { file, start, milliseconds: performance.now() - start };
}

/** Milliseconds of one core for all cases that are not refused. */
export function forecastOf(
  game: AnyGame,
  { cases, errors }: ParsedFile,
  { budget }: TaskOptions,
): number {
  let steps = 0;
  for (const [index, value] of cases.entries()) {
    if (errors.has(index)) continue;
    const cost = game.cost(value);
    if (isWithin(game, cost, budget)) steps += cost.steps;
  }
  return millisecondsOfSteps(game, steps);
}

/** A game at work: with its brute force where the options ask for it. */
export interface Solver {
  readonly game: AnyGame;
  readonly proof: AnyProof | null;
  readonly options: TaskOptions;
  /** Called at the start and the end of each case. */
  readonly tick: () => void;
}

/** All cases of an instance are one chunk. */
export function solveContent(
  { sha256In }: Content,
  { file, start }: ReadContent,
  { game, proof, options, tick }: Solver,
): FileResult {
  const chunk = { first: 0, last: file.cases.length - 1 };
  const results = solveChunk(game, file, chunk, {
    budget: options.budget,
    certify: isCertified(sha256In, options),
    now: () => {
      tick();
      return performance.now();
    },
    ...(options.literal && proof !== null ? { solve: literalSolver(proof) } : {}),
  });
  const checked = withSecondOpinion(game, file, results, options.secondSolver ? proof : null);
  if (performance.now() - start > LONG_MILLISECONDS) peak = measuredPeak();
  return { ...checked, warnings: file.warnings, answer: format(game, checked) };
}

/** The peak is asked for only after instances that took much longer than that. */
const LONG_MILLISECONDS = 20;
let peak = measuredPeak();

/** Of the process, in MB, as it was last seen. */
export function lastPeak(): number {
  return peak;
}

/** A sample is one instance in sixteen, by its content: the same ones in every run. */
function isCertified(sha256In: string, { certify }: TaskOptions): boolean {
  return certify === 'all' || (certify === 'sample' && sha256In.startsWith('0'));
}
