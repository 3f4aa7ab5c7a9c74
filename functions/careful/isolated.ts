import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Finding } from '../../core/text/errors.ts';
import {
  deadlinePassed,
  internalError,
  OUT_OF_MEMORY,
  workerDied,
} from '../../io/results/infrastructure.ts';
import type { Solved } from '../job/part.ts';
import type { Order, PlainError, Reply } from './orders.ts';

/** What came of an order. */
export type Outcome =
  | { readonly solved: readonly Solved[] }
  | {
      readonly error: Finding;
      /** Whether a process that nobody used before might do better. */
      readonly isDoubtful: boolean;
    };

/** The process could not start, or failed for no fault of its unit; `name` is what it said. */
export class IsolationError extends Error {
  override readonly name: string;

  constructor({ name, message }: PlainError) {
    super(message);
    this.name = name;
  }
}

export interface IsolationOptions {
  /** The module that the process runs. */
  readonly module: URL;
  /** Memory of the process: of its heap, and of all that it has. */
  readonly bytes: number;
}

const POLL_MILLISECONDS = 20;
const MEGABYTE = 1024 * 1024;

/**
 * Does orders one after another in a process of its own, which lasts until it fails at one of them. It
 * may end in any way: that is the outcome of the order, and the next one gets a new process.
 */
export class Isolated {
  readonly #options: IsolationOptions;
  #child: ChildProcess | null = null;
  #isUsed = false;

  constructor(options: IsolationOptions) {
    this.#options = options;
  }

  /** Whether the process is one that has done an order before, so that it has what that left behind. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Starts a process where there is none. Throws IsolationError where it does not start. */
  async start(): Promise<void> {
    if (this.#child !== null && isAlive(this.#child)) return;
    await this.end();
    const { module, bytes } = this.#options;
    const child = fork(module, [`${bytes}`], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${Math.ceil(bytes / MEGABYTE)}`],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // A process that is gone is told by its exit.
    child.on('error', () => undefined);
    this.#child = child;
    this.#isUsed = false;
    const first = await nextOf(child);
    if ('kind' in first && first.kind === 'ready') return;
    await this.end();
    const message = `${module.pathname.split('/').pop()}: found ${reasonOf(first)} at its start, allowed a process that starts`;
    throw new IsolationError({ name: 'IsolationError', message });
  }

  /** Does one order. Throws IsolationError for what is no fault of its unit. */
  async run(order: Order, milliseconds: number): Promise<Outcome> {
    await this.start();
    const child = this.#child as ChildProcess;
    const wasUsed = this.#isUsed;
    this.#isUsed = true;
    const guard = new Guard(child, this.#options.bytes, milliseconds);
    child.send(order, () => undefined);
    const end = await nextOf(child);
    guard.end();
    if ('kind' in end && end.kind === 'solved') return { solved: end.solved };
    await this.end();
    if ('kind' in end && end.kind === 'failed') throw new IsolationError(end.error);
    if (guard.isLate) return { error: deadlinePassed(milliseconds), isDoubtful: false };
    const isBug = 'kind' in end && end.kind === 'bug';
    const reason = guard.isTooLarge ? OUT_OF_MEMORY : reasonOf(end);
    return { error: isBug ? internalError(end.error) : workerDied(reason), isDoubtful: wasUsed };
  }

  /** Ends the process, whatever it does. */
  async end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}

/** How a process ended. */
interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The next that is heard of a process: what it says, or that it is gone. */
function nextOf(child: ChildProcess): Promise<Reply | Exit> {
  return new Promise((resolve) => {
    const said = (reply: unknown) => {
      child.off('close', gone);
      resolve(reply as Reply);
    };
    const gone = (code: Exit['code'], signal: Exit['signal']) => {
      child.off('message', said);
      resolve({ code, signal });
    };
    child.once('message', said);
    // After all that it said; one that could not be started has this, too.
    child.once('close', gone);
  });
}

/** One that was ended may not be gone yet. */
function isAlive({ connected, killed }: ChildProcess): boolean {
  return connected && !killed;
}

/** V8 aborts where its heap is full; whoever watches the memory of processes kills. */
const OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGKILL'];

/** In the words that Node and piscina have for worker threads. */
function reasonOf(end: Reply | Exit): string {
  if ('kind' in end) return end.kind;
  if (OF_MEMORY.includes(end.signal)) return OUT_OF_MEMORY;
  return `worker exited with ${end.signal === null ? `code: ${end.code}` : `signal: ${end.signal}`}`;
}

/** Ends a process that takes too long or too much memory. */
class Guard {
  isLate = false;
  isTooLarge = false;
  readonly #timer: NodeJS.Timeout;
  readonly #poll: NodeJS.Timeout;

  constructor(child: ChildProcess, bytes: number, milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.isLate = true;
      child.kill('SIGKILL');
    }, milliseconds);
    this.#poll = setInterval(() => {
      if (residentBytes(child.pid) <= bytes) return;
      this.isTooLarge = true;
      child.kill('SIGKILL');
    }, POLL_MILLISECONDS);
  }

  end(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
  }
}

/** Memory of a process; 0 where the system does not tell it as Linux does, or the process is gone. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return 0;
    throw error;
  }
}
