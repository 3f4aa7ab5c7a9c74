import { availableParallelism } from 'node:os';
import { EXIT } from '../failures.ts';
import type { RunFlags } from '../flags.ts';
import { writeError } from '../streams.ts';
import type { Audience } from './audience.ts';
import type { Instances } from './instances.ts';
import { Output } from './output.ts';
import type { Pool } from './pool.ts';
import { type Progress, progressOf } from './progress.ts';
import type { ResultsFolder } from './results-folder.ts';
import { type Outcome, solveAll } from './solve-all.ts';
import { Tally } from './tally.ts';
import type { WorkerData } from './task.ts';
import { taskOptions } from './task-options.ts';

/** Whether the flags leave out files that are there. */
function isPartial({ only, skip, shard }: RunFlags): boolean {
  return (
    shard !== undefined || [only, skip].some((globs) => globs !== undefined && globs.length > 0)
  );
}

export interface JobOptions {
  /** Hears of the rows. */
  readonly audience: Audience;
  /** Below which the instances were found. */
  readonly paths: readonly string[];
  /** Workers that are starting already. */
  readonly pool?: Promise<Pool> | null;
}

/** One run over many instances: solving, remembering, and a state that the next run can go on from. */
export class Job {
  readonly tally = new Tally();
  readonly #instances: Instances;
  readonly #output: Output;
  readonly #flags: RunFlags;
  readonly #paths: readonly string[];
  #progress: Progress | null = null;
  #stopped: number | null = null;
  #pool: Promise<Pool> | null;
  #ended: Promise<void> | undefined;

  /** Without a folder nothing is written at all. */
  constructor(
    instances: Instances,
    folder: ResultsFolder | null,
    flags: RunFlags,
    { audience, paths, pool = null }: JobOptions,
  ) {
    this.#instances = instances;
    this.#paths = paths;
    this.#pool = pool;
    this.#output = new Output(folder, { isPartial: isPartial(flags), audience });
    this.#flags = flags;
  }

  /** Solves, writes, and returns the exit code. */
  async run(): Promise<number> {
    const interrupt = () => this.#interrupt();
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
    try {
      await this.#solveAll();
      const code = await this.#finish();
      await this.#ended;
      return code;
    } finally {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    }
  }

  async #solveAll(): Promise<void> {
    try {
      this.#output.open();
      this.#progress = await progressOf(this.#flags, {
        count: this.#instances.count,
        bytes: () => this.#instances.bytes,
      });
      await this.#solve();
    } finally {
      this.#progress?.stop();
      // Threads take some milliseconds to end, for which the results do not wait.
      this.#ended = this.#pool?.then((pool) => pool.end());
    }
  }

  /** Puts the results in their place, or leaves them for the next run to go on; the exit code. */
  async #finish(): Promise<number> {
    if (this.#stopped !== null) {
      this.#output.leave();
      return this.#stopped;
    }
    await this.#output.finish(this.tally.counts);
    return this.tally.exitCode();
  }

  async #solve(): Promise<void> {
    const jobs = this.#flags.jobs ?? availableParallelism();
    const { former, newFolder } = this.#output;
    const task = taskOptions(this.#flags, this.#paths);
    const most = Math.min(jobs, this.#instances.count ?? jobs);
    await solveAll(this.#instances, {
      jobs,
      task,
      former,
      newFolder,
      isPoolAhead: this.#pool !== null,
      pool: () => {
        this.#pool ??= startPool(most, { options: task, former, newFolder });
        return this.#pool;
      },
      begin: (file) => this.#output.begin(file),
      report: (outcome) => this.#report(outcome),
      isFull: () => this.#output.isFull(),
      stopped: () => this.#stopped !== null,
    });
  }

  #report({ pieces, counts }: Outcome): void {
    this.tally.merge(counts);
    for (const piece of pieces) this.#output.put(piece);
    this.#progress?.update(this.tally.counts.instances, this.tally.counts);
    if (this.#flags.failFast && this.tally.exitCode() !== EXIT.ok) this.#stopped = EXIT.stopped;
  }

  /**
   * Ends the process at once, workers and all: answers are whole or absent, and the rows of what is
   * finished are in the journal.
   */
  #interrupt(): void {
    this.#progress?.stop();
    const { count } = this.#instances;
    const all = count === null ? '' : ` of ${count}`;
    this.#output.storeWaiting();
    writeError(`interrupted after ${this.tally.counts.instances}${all}; run again to go on\n`);
    process.exit(EXIT.interrupted);
  }
}

/** What starts threads is loaded when there is work for them. */
async function startPool(jobs: number, data: WorkerData): Promise<Pool> {
  const { Pool } = await import('./pool.ts');
  return new Pool(jobs, data);
}
