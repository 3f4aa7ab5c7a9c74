import type { AnyGame } from '../../core/game.ts';
import { loadProof } from '../../core/games/proofs.ts';
import { lendMemory, takeBack } from '../../core/graph/instance-memory.ts';
import { describeAsked, isAsked } from '../../core/pipeline/asked.ts';
import type { FileResult, ParsedFile } from '../../core/pipeline/manifest.ts';
import { gameFor } from '../../core/pipeline/sniff.ts';
import type { Finding } from '../../core/text/errors.ts';
import { errorSource, type RowSource, rowsFrom, sourceOf } from '../../io/results/case-rows.ts';
import { frameOf, round } from '../../io/results/row.ts';
import { onThreads } from '../threads/on-threads.ts';
import { lacksSidecar, writeSidecar } from './answer-file.ts';
import type { Attempt } from './attempt.ts';
import { type Content, contentOf, type Opened, openedUpTo } from './content.ts';
import { Deliverer, UNWRITABLE, unwritable } from './delivery.ts';
import { FormerResults, NOTHING_FORMER } from './former-results.ts';
import type { Instance } from './instance.ts';
import { largeIn } from './large.ts';
import { isRanged, LONG_BYTES } from './long-files.ts';
import { forecastOf, lastPeak, readContent, type Solver, solveContent } from './solve-content.ts';
import type { Elsewhere, Task, TaskOptions, TaskResult, WorkerData } from './task.ts';
import { TaskResults } from './task-results.ts';

/** What one thread is to do at a time. */
export interface Turn {
  readonly items: Iterable<Instance>;
  readonly threads: Task['threads'];
  /** It hands back what is done after so long. */
  readonly milliseconds: number;
  /** What is more is left to a worker. */
  readonly most: Most;
  /** Reads and solves an instance; what does not come to its end is left to a worker. */
  readonly attempt: Attempt;
  /** Called at the start of each instance. */
  readonly begin: () => void;
  /** Called at the start and the end of each case. */
  readonly tick: () => void;
}

/** What an instance may have and take. */
interface Most {
  readonly bytes: number;
  /** Where the content has to tell which game it is, which reads it several times. */
  readonly unnamedBytes: number;
  readonly cases: number;
  /** By the forecast. */
  readonly milliseconds: number;
}

/** For a worker: whatever comes. */
export const WITHOUT_BOUNDS: Most = {
  bytes: Number.POSITIVE_INFINITY,
  unnamedBytes: Number.POSITIVE_INFINITY,
  cases: Number.POSITIVE_INFINITY,
  milliseconds: Number.POSITIVE_INFINITY,
};

/** Solves instances, one after another, and writes their answers. */
export class InstanceSolver {
  readonly #options: TaskOptions;
  readonly #known: FormerResults;
  readonly #deliverer: Deliverer;

  constructor({ options, former, newFolder }: WorkerData) {
    this.#options = options;
    this.#known = new FormerResults(former ?? NOTHING_FORMER);
    this.#deliverer = new Deliverer({ options, newFolder }, this.#known);
  }

  async solve(turn: Turn): Promise<TaskResult> {
    const results = new TaskResults(this.#known);
    const end = performance.now() + turn.milliseconds;
    for (const item of turn.items) {
      turn.begin();
      await this.#take(results, item, turn);
      if (performance.now() > end) break;
    }
    return results.finish();
  }

  async #take(results: TaskResults, item: Instance, turn: Turn): Promise<void> {
    const ranged = isRanged(item, this.#options);
    const longest = (typeof ranged === 'boolean' ? ranged : await ranged)
      ? LONG_BYTES
      : Number.POSITIVE_INFINITY;
    const most = bytesFor(item, turn.most);
    const instance = openedUpTo(item, Math.min(longest, most));
    if (instance === null) {
      results.handBack(most < longest ? 'worker' : 'ranges');
      return;
    }
    const content = contentOf(instance, this.#options);
    const isWritten = !lacksSidecar(instance.answer, this.#options);
    if (isWritten && results.recall(instance, content)) return;
    if (content.bytes.length > bytesFor(instance, turn.most)) {
      results.handBack('worker');
      return;
    }
    lendMemory();
    try {
      const solved = await this.#solve(instance, content, turn);
      if ('frame' in solved) results.add(instance, solved);
      else results.handBack(solved.to);
    } finally {
      takeBack();
    }
  }

  /** What its rows are made of, or where it is to go. */
  async #solve(instance: Opened, content: Content, turn: Turn): Promise<RowSource | Left> {
    const game = content.problem ?? (await this.#gameOf(instance));
    if ('rule' in game) return this.#refuse(instance, content, game);
    const { literal, secondSolver } = this.#options;
    const proof = literal || secondSolver ? await loadProof(game.name) : null;
    const solved = turn.attempt(() => this.#readAndSolve(content, { game, proof }, turn));
    if (solved === null) return { to: 'worker' };
    return 'to' in solved ? solved : this.#deliver(instance, content, solved);
  }

  #readAndSolve(
    content: Content,
    { game, proof }: Pick<Solver, 'game' | 'proof'>,
    turn: Turn,
  ): Solved | Left {
    const options = this.#options;
    // One case more than it may have tells that there are too many, and the rest need not be read for that.
    const read = readContent(game, content, { ...options, most: turn.most.cases + 1 });
    const to = this.#elsewhere(game, read.file, turn);
    if (to !== null) return { to };
    const { threads, tick } = turn;
    const onCores = threads === 'later' ? game : onThreads(game, { threads });
    const result = solveContent(content, read, { game: onCores, proof, options, tick });
    return { game, result, milliseconds: read.milliseconds };
  }

  #elsewhere(game: AnyGame, file: ParsedFile, { threads, most }: Turn): Elsewhere | null {
    const large = threads === 'later' ? largeIn(game, file, this.#options) : null;
    if (large !== null) return { milliseconds: large };
    if (file.cases.length > most.cases) return 'worker';
    if (most.milliseconds === Number.POSITIVE_INFINITY) return null;
    return forecastOf(game, file, this.#options) > most.milliseconds ? 'worker' : null;
  }

  /** Writes the answer of an instance. */
  #deliver(instance: Opened, content: Content, { game, result, milliseconds }: Solved): RowSource {
    const options = this.#options;
    try {
      const delivered = this.#deliverer.deliver(instance, result.answer);
      const times = { millisecondsParse: round(milliseconds), peakMegabytes: lastPeak() };
      const frame = { ...frameOf(instance, content, options), ...times, ...delivered };
      const warnings = [...(instance.warnings ?? []), ...result.warnings];
      const source = sourceOf(frame, game, { ...result, warnings });
      if (options.sidecar && instance.answer !== null)
        writeSidecar(instance.answer, [...rowsFrom(source)]);
      return source;
    } catch (error) {
      return this.#refuse(instance, content, unwritable(error));
    }
  }

  /** The one row of an instance that has no answer at all; a former answer of ours goes. */
  #refuse(instance: Opened, content: Content, error: Finding): RowSource {
    const isUnwritable = error.rule === UNWRITABLE;
    const delivery = this.#deliverer[isUnwritable ? 'leave' : 'withdraw'](instance);
    const frame = frameOf(instance, content, this.#options);
    return errorSource({ ...frame, peakMegabytes: lastPeak(), delivery }, null, error);
  }

  async #gameOf({ game, asked: own, bytes }: Opened): Promise<AnyGame | Finding> {
    const { asked: all, literal, secondSolver } = this.#options;
    const asked = own ?? all;
    if (isAsked(asked) && (literal || secondSolver)) {
      const found = `${describeAsked(asked)} with --literal or --second-solver`;
      return { rule: 'option/conflict', place: null, found, allowed: 'one of them' };
    }
    return gameFor(game, bytes, { ...this.#options, asked });
  }
}

function bytesFor({ game }: Pick<Instance, 'game'>, { bytes, unnamedBytes }: Most): number {
  return game === null ? unnamedBytes : bytes;
}

/** An instance that is to be solved by others. */
interface Left {
  readonly to: Elsewhere;
}

/** What came of an instance before its answer is written. */
interface Solved {
  readonly game: AnyGame;
  readonly result: FileResult;
  /** Of reading. */
  readonly milliseconds: number;
}
