import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Finding } from '../../core/text/errors.ts';
import {
  deadlinePassed,
  instanceTooLong,
  internalError,
  OUT_OF_MEMORY,
  workerDied,
} from '../../io/results/infrastructure.ts';
import type { Solved } from '../job/part.ts';
import { Guard, type Limits } from './guard.ts';
import type { Order, PlainError, Reply, Tick } from './orders.ts';

/** What came of an order. */
export type Outcome =
  | { readonly solved: readonly Solved[] }
  | {
      readonly error: Finding;
      /** Whether a process that nobody used before, or that has more time, might do better. */
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
    const first = await nextOf(child, () => undefined);
    if ('kind' in first && first.kind === 'ready') return;
    await this.end();
    const message = `${module.pathname.split('/').pop()}: found ${reasonOf(first)} at its start, allowed a process that starts`;
    throw new IsolationError({ name: 'IsolationError', message });
  }

  /** Does one order. Throws IsolationError for what is no fault of its unit. */
  async run(order: Order, limits: Omit<Limits, 'bytes'>): Promise<Outcome> {
    await this.start();
    const child = this.#child as ChildProcess;
    const wasUsed = this.#isUsed;
    this.#isUsed = true;
    const guard = new Guard(child, { ...limits, bytes: this.#options.bytes });
    child.send(order, () => undefined);
    const end = await nextOf(child, () => guard.renew());
    guard.end();
    if ('kind' in end && end.kind === 'solved') return { solved: end.solved };
    await this.end();
    if ('kind' in end && end.kind === 'failed') throw new IsolationError(end.error);
    return outcomeOf(end, guard, limits, wasUsed);
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

/** The next that is heard of a process, beside its ticks: what it says, or that it is gone. */
function nextOf(child: ChildProcess, tick: () => void): Promise<Reply | Exit> {
  return new Promise((resolve) => {
    const said = (message: unknown) => {
      const reply = message as Reply | Tick;
      if (reply.kind === 'tick') return tick();
      child.off('close', gone);
      child.off('message', said);
      resolve(reply);
    };
    const gone = (code: Exit['code'], signal: Exit['signal']) => {
      child.off('message', said);
      resolve({ code, signal });
    };
    child.on('message', said);
    // After all that it said; one that could not be started has this, too.
    child.once('close', gone);
  });
}

/** One that was ended may not be gone yet. */
function isAlive({ connected, killed }: ChildProcess): boolean {
  return connected && !killed;
}

/** Why an order came to no result. */
function outcomeOf(
  end: Reply | Exit,
  { ended }: Guard,
  { caseMilliseconds, milliseconds }: Omit<Limits, 'bytes'>,
  wasUsed: boolean,
): Outcome {
  if (ended === 'case') return { error: deadlinePassed(caseMilliseconds), isDoubtful: false };
  if (ended === 'all') return { error: instanceTooLong(milliseconds), isDoubtful: true };
  const isBug = 'kind' in end && end.kind === 'bug';
  const reason = ended === 'memory' ? OUT_OF_MEMORY : reasonOf(end);
  return { error: isBug ? internalError(end.error) : workerDied(reason), isDoubtful: wasUsed };
}

/** V8 aborts where its heap is full; whoever watches the memory of processes kills. */
const OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGKILL'];

/** In the words that Node and piscina have for worker threads. */
function reasonOf(end: Reply | Exit): string {
  if ('kind' in end) return end.kind;
  if (OF_MEMORY.includes(end.signal)) return OUT_OF_MEMORY;
  return `worker exited with ${end.signal === null ? `code: ${end.code}` : `signal: ${end.signal}`}`;
}
