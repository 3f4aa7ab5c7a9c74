import { pMapIterable } from 'p-map';
import type { AnyGame } from '../../core/game.ts';
import { loadGame } from '../../core/games/index.ts';
import type { FileResult } from '../../core/pipeline/manifest.ts';
import { cutRanges } from '../../core/pipeline/ranges/cut.ts';
import { type Opening, openRanges } from '../../core/pipeline/ranges/opening.ts';
import { joinOf } from '../../core/pipeline/ranges/solve-ranges.ts';
import type { CaseResult } from '../../core/pipeline/solve-case.ts';
import { Columns } from '../../core/pipeline/solve-chunk.ts';
import type { Warning } from '../../core/text/errors.ts';
import { FileText } from '../../io/file-text.ts';
import { keyOf } from '../../io/results/key.ts';
import { eachRow, errorRow, frameOf, type Row, round } from '../../io/results/row.ts';
import { AnswerText } from '../answer-text.ts';
import { writeSidecar } from './answer-file.ts';
import { type Deliverer, unwritable } from './delivery.ts';
import type { Instance } from './instance.ts';
import { unpackResults } from './packed-results.ts';
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
  const kept = new Kept(game);
  try {
    const opening = openRanges(game, text, solver.task);
    const warnings =
      opening === null
        ? await kept.takeWhole(long, solver)
        : await kept.takeRanges({ game, text, opening }, long, solver);
    return { game, file: kept.result(warnings), milliseconds: performance.now() - start };
  } finally {
    text.close();
  }
}

export interface LongResult {
  readonly game: AnyGame;
  readonly file: FileResult;
  readonly milliseconds: number;
}

interface OpenFile {
  readonly game: AnyGame;
  readonly text: FileText;
  readonly opening: Opening;
}

/** The results of the cases of a long file. Equal answers are one text. */
class Kept {
  readonly #columns = new Columns();
  readonly #answers: AnswerText;
  readonly #texts = new Map<string, string>();

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
    const join = joinOf(file, (result, index) => this.#add(result, index));
    const ranges = cutRanges(text, opening, Math.ceil(text.size / RANGE_BYTES));
    const options = { concurrency: 2 * jobs, backpressure: 4 * jobs };
    const solved = pMapIterable(ranges, (range) => pool.range({ ...long, range }), options);
    for await (const result of solved) join.add(result);
    return join.finish().warnings;
  }

  async takeWhole(long: LongFile, { pool }: LongSolver): Promise<readonly Warning[]> {
    const { packed, summary } = await pool.whole(long);
    for (const [index, result] of unpackResults(packed).entries()) this.#add(result, index);
    return summary.warnings;
  }

  result(warnings: readonly Warning[]): FileResult {
    return { ...this.#columns, warnings, answer: this.#answers.whole() };
  }

  #add(result: CaseResult, index: number): void {
    const answer = result.answer === null ? null : this.#shared(result.answer);
    this.#columns.add(index, { ...result, answer });
    this.#answers.add(answer);
  }

  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size < MOST_TEXTS) this.#texts.set(text, text);
    return text;
  }
}

const MOST_TEXTS = 1_000;

/** The rows of a long file, whose answer is delivered first. */
export function* rowsOfLong(
  instance: Instance,
  known: { readonly sha256In: string; readonly key: string },
  { game, file, milliseconds }: LongResult,
  { task, deliverer }: LongSolver,
): Generator<Row> {
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1000);
  const frame = { ...frameOf(instance, known, task), peakMegabytes };
  try {
    const delivered = deliverer.deliver(instance, file.answer);
    const whole = { ...frame, millisecondsParse: round(milliseconds), ...delivered };
    if (task.sidecar && instance.answer !== null) {
      writeSidecar(instance.answer, [...eachRow(whole, game, file)]);
    }
    yield* eachRow(whole, game, file);
  } catch (error) {
    yield errorRow(frame, null, unwritable(error));
  }
}
