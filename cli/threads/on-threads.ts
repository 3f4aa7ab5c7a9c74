import type { AnyGame } from '../../core/game.ts';
import { JUDGES } from '../../core/pipeline/asked.ts';
import { millisecondsOfSteps } from '../../core/pipeline/budget.ts';
import type { AnyTableSplit } from '../../core/table-split.ts';
import { assignmentsOf } from './assignments.ts';
import { Board } from './board.ts';
import type { WatchData } from './watch.ts';
import { type SharedCase, work } from './work.ts';

/** A thread takes about 40 ms to start, so that each is worth it from twice this forecast on. */
const MILLISECONDS_PER_THREAD = 50;

/** To hand a part over and to wait for its round takes well below a tenth of this. */
const MILLISECONDS_PER_PART = 10;

/** Waits of a tenth of a second without a sign of life of the watching thread. */
const MOST_SILENT_WAITS = 200;

const isSource = import.meta.url.endsWith('.ts');
const WATCH = new URL(isSource ? './watch.ts' : './watch.mjs', import.meta.url);
const THREAD = new URL(isSource ? './thread.ts' : './thread.mjs', import.meta.url);

/** A thread failed or ended in the middle of its work, so that there is no answer. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
}

export interface ThreadOptions {
  /** All that are at work, the calling one included; one a core where nothing is said. */
  readonly threads: number | undefined;
  /** Forecasts that make a thread worth its start, and a part worth its hand-over. */
  readonly millisecondsPerThread?: number;
  readonly millisecondsPerPart?: number;
  /** What a helping thread runs; tests give one that misbehaves. */
  readonly module?: URL;
}

/** Forecast of one core, by the cost model. */
export function forecast(game: AnyGame, c: unknown): number {
  return millisecondsOfSteps(game, game.cost(c).steps);
}

/**
 * The same game, which solves its large cases on several threads and one memory; the calling thread
 * works with them until the answer is there. Throws ThreadError when one of them fails.
 */
export function onThreads(game: AnyGame, options: ThreadOptions): AnyGame {
  const wanted = { ...DEFAULTS, ...options, threads: options.threads ?? cores() };
  if (game.table === undefined || wanted.threads < 2) return game;
  const solve = (c: unknown) => {
    const useful = Math.floor(forecast(game, c) / wanted.millisecondsPerThread);
    const threads = Math.min(wanted.threads, useful);
    return threads < 2 ? game.solve(c) : solveOnThreads(game, c, { ...wanted, threads });
  };
  return { ...game, solve };
}

const DEFAULTS = {
  millisecondsPerThread: MILLISECONDS_PER_THREAD,
  millisecondsPerPart: MILLISECONDS_PER_PART,
  module: THREAD,
};

type Wanted = typeof DEFAULTS & { readonly threads: number };

function cores(): number {
  return process.getBuiltinModule('node:os').availableParallelism();
}

function solveOnThreads(game: AnyGame, c: unknown, wanted: Wanted): unknown {
  const table = game.table as AnyTableSplit;
  const memory = table.allocate(c, wanted.threads);
  const assignments = assignmentsOf(game, c, wanted);
  const shared = {
    game: game.name,
    asked: game.asked ?? JUDGES,
    c,
    memory,
    assignments,
    board: Board.memory(),
    terms: new SharedArrayBuffer(4 * assignments.length),
  };
  const watch = startWatch(shared, wanted);
  try {
    const solver = table.attach(c, memory, 0);
    const board = new Board(shared.board);
    const isLost = silence(board);
    const isWhole = work(shared, solver, isLost) && board.waitFor(assignments.length, isLost);
    if (!isWhole) throw new ThreadError(watch.reason());
    const terms = new Uint32Array(shared.terms);
    return table.finish(
      c,
      assignments.map(({ part }, at) => ({ part, term: terms[at] as number })),
    );
  } finally {
    watch.end();
  }
}

/** Starts the watching thread, which starts the others; `end` ends them all, whatever they do. */
function startWatch(shared: SharedCase, { threads, module }: Wanted) {
  // Fetched, not imported, so that the quickest start does not load it.
  const { MessageChannel, receiveMessageOnPort, Worker } =
    process.getBuiltinModule('node:worker_threads');
  const { port1, port2 } = new MessageChannel();
  const data: WatchData = { shared, threads, module: module.href, port: port2 };
  const watch = new Worker(WATCH, {
    workerData: data,
    transferList: [port2],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  // Without it nobody helps, which is slow and not wrong.
  watch.on('error', () => undefined);
  watch.unref();
  return {
    reason: (): string => receiveMessageOnPort(port1)?.message ?? 'worker exited: no sign of life',
    end: () => {
      port1.close();
      void watch.terminate();
    },
  };
}

/** Asked after each wait in which nothing was done: whether the watching thread is gone. */
function silence(board: Board): () => boolean {
  let { beats } = board;
  let waits = 0;
  return () => {
    waits = board.beats === beats ? waits + 1 : 0;
    ({ beats } = board);
    return waits > MOST_SILENT_WAITS;
  };
}
