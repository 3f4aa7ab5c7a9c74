import { pMapIterable } from 'p-map';
import type { AnyGame } from '../../core/game.ts';
import { loadGame } from '../../core/games/index.ts';
import { AnswerText } from '../../core/pipeline/answer-text.ts';
import { cutRanges } from '../../core/pipeline/ranges/cut.ts';
import { type Opening, openRanges } from '../../core/pipeline/ranges/opening.ts';
import { joinOf } from '../../core/pipeline/ranges/solve-ranges.ts';
import type { CaseResult } from '../../core/pipeline/solve-case.ts';
import type { Warning } from '../../core/text/errors.ts';
import { FileText } from '../../io/file-text.ts';
import { measuredPeak } from '../../io/peak-memory.ts';
import { RowMaker } from '../../io/results/case-rows.ts';
import { keyOf } from '../../io/results/key.ts';
import { errorRow, frameOf, type Row, type RowFrame, round } from '../../io/results/row.ts';
import { writeSidecar } from './answer-file.ts';
import { type Deliverer, unwritable } from './delivery.ts';
import type { Instance } from './instance.ts';
import { type PackedResults, ResultsPacker, resultAt, unpackResults } from './packed-results.ts';
import type { Pool } from './pool.ts';
import type { LongFile } from './range-task.ts';
import type { TaskOptions } from './task.ts';

/** Bytes of a range: a million cases of one digit, or some thousandths of a second of a list. */
const RANGE_BYTES = 1 << 20;

/** Who solves a long file, and how its answer is delivered. */
export interface LongSolver {
  readonly pool: Pool;
  readonly jobs: number;
  readonly task: TaskOptions;
  readonly deliverer: Deliverer;
}

/** What the results of a long file are known by. */
export async function keyOfLong(instance: Instance, path: string, { pool, task }: LongSolver) {
  const sha256In = await pool.hash(path);
  const key = keyOf(instance, sha256In, { ...task, asked: instance.asked ?? task.asked });
  return { sha256In, key };
}

/** The results of a long file, whose ranges all workers solve. Its cases are held in columns. */
export async function resultsOfLong(long: LongFile, solver: LongSolver): Promise<LongResult> {
  const start = performance.now();
  const game = await loadGame(long.game);
  const text = new FileText(long.path);
  const keeper = new Keeper(game);
  try {
    const opening = openRanges(game, text, solver.task);
    const warnings =
      opening === null
        ? await keeper.takeWhole(long, solver)
        : await keeper.takeRanges({ game, text, opening }, long, solver);
    return { game, warnings, ...keeper.finish(), milliseconds: performance.now() - start };
  } finally {
    text.close();
  }
}

export interface LongResult extends Kept {
  readonly game: AnyGame;
  readonly warnings: readonly Warning[];
  readonly milliseconds: number;
}

/** Some thousand cases that follow one another. */
interface Run {
  /** Index of the first one. */
  readonly first: number;
  readonly results: PackedResults;
}

interface Kept {
  readonly runs: readonly Run[];
  /** The judge's text, or null when a case of the file has no answer. */
  readonly answer: string | null;
}

interface OpenFile {
  readonly game: AnyGame;
  readonly text: FileText;
  readonly opening: Opening;
}

/** Cases of a run. */
const MOST_CASES = 10_000;

/** Keeps the results of the cases of a long file, in runs. */
class Keeper {
  readonly #answers: AnswerText;
  readonly #runs: Run[] = [];
  #packer = new ResultsPacker(MOST_CASES);
  #first = 0;

  constructor({ codec }: AnyGame) {
    this.#answers = new AnswerText(codec.separator);
  }

  async takeRanges(
    { game, text, opening }: OpenFile,
    long: LongFile,
    { pool, jobs, task }: LongSolver,
  ): Promise<readonly Warning[]> {
    const { lenient, budget } = task;
    const file = { game, text, opening, options: { lenient, budget } };
    const join = joinOf(file, (result) => this.#add(result));
    const ranges = cutRanges(text, opening, Math.ceil(text.size / RANGE_BYTES));
    const options = { concurrency: 2 * jobs, backpressure: 4 * jobs };
    const solved = pMapIterable(ranges, (range) => pool.range({ ...long, range }), options);
    for await (const result of solved) join.add(result);
    return join.finish().warnings;
  }

  async takeWhole(long: LongFile, { pool }: LongSolver): Promise<readonly Warning[]> {
    const { packed, summary } = await pool.whole(long);
    for (const result of unpackResults(packed)) this.#add(result);
    return summary.warnings;
  }

  finish(): Kept {
    this.#endRun();
    return { runs: this.#runs, answer: this.#answers.whole() };
  }

  #add(result: CaseResult): void {
    this.#packer.add(result);
    this.#answers.add(result.answer);
    if (this.#packer.count === MOST_CASES) this.#endRun();
  }

  #endRun(): void {
    const { count } = this.#packer;
    if (count === 0) return;
    this.#runs.push({ first: this.#first, results: this.#packer.finish() });
    this.#first += count;
    this.#packer = new ResultsPacker(MOST_CASES);
  }
}

/** The rows of a long file in runs, after its answer is delivered. */
export function* rowsOfLong(
  instance: Instance,
  known: { readonly sha256In: string; readonly key: string },
  long: LongResult,
  { task, deliverer }: LongSolver,
): Generator<readonly Row[]> {
  const frame = { ...frameOf(instance, known, task), peakMegabytes: measuredPeak() };
  try {
    const delivered = deliverer.deliver(instance, long.answer);
    const whole = { ...frame, millisecondsParse: round(long.milliseconds), ...delivered };
    if (task.sidecar && instance.answer !== null) {
      writeSidecar(instance.answer, [...rowsOfRuns(whole, long)].flat());
    }
    yield* rowsOfRuns(whole, long);
  } catch (error) {
    yield [errorRow({ ...frame, delivery: deliverer.leave(instance) }, null, unwritable(error))];
  }
}

function* rowsOfRuns(frame: RowFrame, { game, warnings, runs }: LongResult): Generator<Row[]> {
  const maker = new RowMaker(frame, game, { warnings, answerSha256: frame.answerSha256 ?? null });
  for (const { first, results } of runs) {
    yield Array.from(results.answers, (_, at) => maker.rowOf(first + at, resultAt(results, at)));
  }
}
