import { randomUUID } from 'node:crypto';
import { Piscina } from 'piscina';
import { environmentOf } from './environment.ts';
import { died, FunctionError, timedOut } from './errors.ts';
import type { LogLine, Message, Outcome, Task, WorkerData } from './messages.ts';
import { requestPayload } from './payload.ts';
import type { FunctionSettings } from './settings.ts';

/** Runs of one function since the start. */
export interface Counts {
  readonly started: number;
  readonly failed: number;
}

/** Called when a run begins in its worker, and when all that it printed has come from there. */
interface Steps {
  readonly begun: () => void;
  readonly ended: () => void;
}

/** For the last lines of a run whose outcome has come; a worker that was ended meanwhile sends none. */
const LAST_LINES_MS = 1000;

/** The sources, or the bundle beside this one. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './function-worker.ts' : './function-worker.mjs',
  import.meta.url,
);

/** The warm workers of one function; they start with its first run. */
export class FunctionPool {
  readonly #name: string;
  readonly #settings: FunctionSettings;
  readonly #bundle: URL;
  readonly #log: (line: LogLine) => void;
  /** By request id. */
  readonly #steps = new Map<string, Steps>();
  readonly #underWay = new Set<Promise<Outcome>>();
  readonly #counts = { started: 0, failed: 0 };
  #workers: Piscina<Task, Outcome> | null = null;

  constructor(name: string, settings: FunctionSettings, bundle: URL, log: (line: LogLine) => void) {
    this.#name = name;
    this.#settings = settings;
    this.#bundle = bundle;
    this.#log = log;
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  async invoke(event: unknown): Promise<unknown> {
    const task = { requestId: randomUUID(), event: requestPayload(event) };
    this.#counts.started++;
    try {
      const outcome = await this.#followed(this.#run(task));
      if ('error' in outcome) throw new FunctionError(outcome.error);
      return JSON.parse(outcome.result);
    } catch (error) {
      this.#counts.failed++;
      throw error;
    }
  }

  /** Resolves when all runs that are under way now have come to their end, whatever it is. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Ends all workers, whatever they do; their runs fail. */
  async close(): Promise<void> {
    await this.#workers?.destroy();
  }

  async #followed(run: Promise<Outcome>): Promise<Outcome> {
    this.#underWay.add(run);
    try {
      return await run;
    } finally {
      this.#underWay.delete(run);
    }
  }

  /** A run that is late or dies takes its worker with it; another one starts. */
  async #run(task: Task): Promise<Outcome> {
    const { timeoutSeconds } = this.#settings;
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let patience: NodeJS.Timeout | undefined;
    const ended = Promise.withResolvers<void>();
    this.#workers ??= this.#start();
    this.#steps.set(task.requestId, {
      begun: () => {
        timer = setTimeout(() => late.abort(), timeoutSeconds * 1000);
      },
      ended: ended.resolve,
    });
    try {
      const outcome = await this.#workers.run(task, { signal: late.signal });
      // What it says comes by a channel of its own, now and then after the outcome: the begin as well.
      patience = setTimeout(ended.resolve, LAST_LINES_MS);
      await ended.promise;
      return outcome;
    } catch (cause) {
      const { requestId } = task;
      return {
        error: late.signal.aborted ? timedOut(requestId, timeoutSeconds) : died(requestId, cause),
      };
    } finally {
      clearTimeout(timer);
      clearTimeout(patience);
      this.#steps.delete(task.requestId);
    }
  }

  #start(): Piscina<Task, Outcome> {
    const { workers, memoryMegabytes, timeoutSeconds } = this.#settings;
    const env = environmentOf(this.#name, this.#settings);
    const workerData: WorkerData = {
      name: this.#name,
      bundle: this.#bundle.href,
      timeoutSeconds,
      memoryMegabytes,
      region: env['AWS_REGION'] as string,
    };
    const pool = new Piscina<Task, Outcome>({
      filename: WORKER.href,
      minThreads: workers,
      maxThreads: workers,
      // Else an idle worker sleeps for good, and does not see that a server closed its connection.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
      env,
      workerData,
    });
    pool.on('message', (message: Message) => {
      if (message.kind === 'line') this.#log(message.line);
      else this.#steps.get(message.requestId)?.[message.kind]();
    });
    // What ends a worker fails its run; between two runs it harms nobody, but is said.
    pool.on('error', (error: Error) => {
      const text = `worker ended between runs: ${error.message}`;
      this.#log({ function: this.#name, requestId: '', stream: 'stderr', text });
    });
    return pool;
  }
}
