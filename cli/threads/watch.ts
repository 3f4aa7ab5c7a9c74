/**
 * The watching thread: starts the helping ones and tells the calling thread when one of them fails.
 * The calling thread cannot do so itself, for it computes or sleeps, and hears of no event.
 */
import { type MessagePort, Worker, workerData } from 'node:worker_threads';
import { Board } from './board.ts';
import type { SharedCase, ThreadData } from './work.ts';

export interface WatchData {
  readonly shared: SharedCase;
  /** All threads, the calling one included. */
  readonly threads: number;
  /** The module that a helping thread runs. */
  readonly module: string;
  /** Where the reason of a failure goes before the board says that there is one. */
  readonly port: MessagePort;
}

const BEAT_MILLISECONDS = 50;

const { shared, threads, module, port } = workerData as WatchData;
const board = new Board(shared.board);

setInterval(() => board.beat(), BEAT_MILLISECONDS).unref();
for (let thread = 1; thread < threads; thread++) help({ shared, thread });

/** A thread that ends before it is through with its work may have taken an assignment along. */
function help(data: ThreadData): void {
  const helper = new Worker(new URL(module), { workerData: data });
  let isThrough = false;
  helper.once('message', () => {
    isThrough = true;
  });
  helper.once('error', (error) => fail(describe(error)));
  helper.once('exit', (code) => {
    if (!isThrough) fail(`worker exited with code ${code}`);
  });
}

function fail(reason: string): void {
  port.postMessage(reason);
  board.fail();
}

/** Out of memory, or what the solver threw, with its trace. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isDeath = 'code' in error && `${error.code}`.startsWith('ERR_WORKER');
  return isDeath ? `worker exited: ${error.message}` : (error.stack ?? error.message);
}
