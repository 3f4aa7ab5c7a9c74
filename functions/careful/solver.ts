import { Worker } from 'node:worker_threads';
import { type SolveRange, solverOf } from '../job/solve-piece.ts';
import {
  type Order,
  type PieceOrder,
  plainError,
  type Reply,
  TICK_MILLISECONDS,
  type Tick,
} from './orders.ts';

/*
 * The process in which units are solved with care: it does one order after another, and whoever gave
 * them may end it at any time. Its one argument: the bytes of memory that it may have.
 */

const POLL_MILLISECONDS = 20;

/**
 * A thread of its own sees to what a solver in an endless loop cannot: that the process ends when
 * nobody waits for it any more, and when it has too much memory, wherever no other process can tell.
 */
const WATCH = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    const isOrphan = process.ppid !== workerData.parent;
    if (isOrphan || process.memoryUsage.rss() > workerData.bytes) process.kill(process.pid, 'SIGKILL');
  }, ${POLL_MILLISECONDS});
`;

let ticked = performance.now();

/** Solvers look at the clock when a case begins and when it ends. */
function now(): number {
  const time = performance.now();
  if (time - ticked >= TICK_MILLISECONDS) {
    ticked = time;
    // The pipe takes it at once, so that it is heard while the solver is at work.
    process.send?.({ kind: 'tick' } satisfies Tick, () => undefined);
  }
  return time;
}

const expired = () => false;
let solve: SolveRange | null = null;

async function answer(order: Order): Promise<void> {
  process.send?.(await replyTo(order));
}

async function replyTo(order: Order): Promise<Reply> {
  if (!('event' in order)) return solvePiece(order);
  // It brings the clients of storage with it, which take longest to load.
  const { solvePart } = await import('./part-solver.ts');
  return solvePart(order, now);
}

async function solvePiece({ work, range }: PieceOrder): Promise<Reply> {
  try {
    if (work !== undefined) solve = await solverOf({ ...work, now, expired });
    if (solve === null) throw new TypeError('an order without a piece, and none before it');
    const { part } = await solve(range);
    return { kind: 'solved', solved: part(range) };
  } catch (error) {
    return { kind: 'bug', error: plainError(error) };
  }
}

const workerData = { parent: process.ppid, bytes: Number(process.argv[2]) };
new Worker(WATCH, { eval: true, workerData }).unref();
process.on('message', answer);
process.once('disconnect', () => process.exit());
process.send?.({ kind: 'ready' } satisfies Reply);
