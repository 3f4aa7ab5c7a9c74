import { availableParallelism } from 'node:os';
import type { Row } from '../../io/results/row.ts';
import { askedBy } from '../asked-by.ts';
import { budgetOf } from '../budget.ts';
import { EXIT } from '../failures.ts';
import type { RunFlags } from '../flags.ts';
import { writeError } from '../streams.ts';
import { FormerResults } from './former-results.ts';
import type { Instance } from './instance.ts';
import { Pool } from './pool.ts';
import { type Progress, progressOf } from './progress.ts';
import type { ResultsFolder } from './results-folder.ts';
import { type Outcome, solveAll } from './solve-all.ts';
import { Tally } from './tally.ts';
import type { TaskOptions } from './task.ts';

/** The part of the flags that decides what a task does. */
export function taskOptions(flags: RunFlags): TaskOptions {
  return {
    lenient: flags.lenient ?? false,
    asked: askedBy(flags),
    literal: flags.literal ?? false,
    budget: budgetOf(flags),
    certify: flags.certify,
    secondSolver: flags.secondSolver !== undefined,
    overwrite: flags.overwrite,
    sidecar: flags.sidecar ?? false,
    ownFolder: flags.out !== undefined,
  };
}

/** Whether the flags leave out files that are there. */
function isPartial({ only, skip, shard }: RunFlags): boolean {
  return (
    shard !== undefined || [only, skip].some((globs) => globs !== undefined && globs.length > 0)
  );
}

/** One run over many instances: solving, remembering, and a state that the next run can go on from. */
export class Job {
  readonly tally = new Tally();
  readonly #instances: readonly Instance[];
  readonly #folder: ResultsFolder | null;
  readonly #flags: RunFlags;
  readonly #outcomes: (Outcome | undefined)[];
  #progress: Progress | null = null;
  readonly #former: FormerResults;
  readonly #listen: (outcome: Outcome) => void;
  #done = 0;
  #stopped: number | null = null;
  #pool: Pool | null = null;

  /** Without a folder nothing is written at all. `listen` hears of each instance as it finishes. */
  constructor(
    instances: readonly Instance[],
    folder: ResultsFolder | null,
    flags: RunFlags,
    listen: (outcome: Outcome) => void,
  ) {
    this.#instances = instances;
    this.#folder = folder;
    this.#flags = flags;
    this.#listen = listen;
    this.#former =
      folder?.formerResults() ?? new FormerResults({ results: '', written: '', journal: '' });
    this.#outcomes = new Array(instances.length).fill(undefined);
  }

  /** Solves, writes, and returns the exit code. */
  async run(): Promise<number> {
    const interrupt = () => this.#interrupt();
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
    try {
      this.#folder?.open();
      this.#progress = progressOf(this.#flags, this.#instances.length);
      await this.#solve();
    } finally {
      this.#progress?.stop();
      await this.#pool?.end();
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    }
    if (this.#stopped !== null) return this.#stopped;
    if (this.#changed()) this.#finish();
    else this.#folder?.close();
    return this.tally.exitCode();
  }

  /** All rows so far, in the order of the instances. */
  rows(): Row[] {
    return this.#outcomes.flatMap((outcome) => outcome?.rows ?? []);
  }

  /** Rows of files that flags left out stay; of files that are gone, what was written for them does. */
  #finish(): void {
    const files = new Set(this.#instances.map(({ file }) => file));
    const rows = isPartial(this.#flags) ? this.#former.rowsBeside(files) : [];
    const known = new Set([...files, ...rows.map(([row]) => row?.file ?? '')]);
    const outcomes = this.#outcomes.filter((outcome) => outcome !== undefined);
    this.#folder?.finish(outcomes, { rows, written: this.#former.writtenBeside(known) });
  }

  /** False when the results of the last run hold exactly these instances, all of them still valid. */
  #changed(): boolean {
    const { rows, renamed, unfinished } = this.#former;
    const { cached, cases } = this.tally;
    const others = !isPartial(this.#flags) && cases !== rows;
    const missing = this.#folder?.isWhole() === false;
    return unfinished || cached < cases || others || renamed > 0 || missing;
  }

  async #solve(): Promise<void> {
    const jobs = this.#flags.jobs ?? availableParallelism();
    const task = taskOptions(this.#flags);
    const former = this.#former;
    const pool = () => {
      this.#pool ??= new Pool(Math.min(jobs, this.#instances.length), task);
      return this.#pool;
    };
    const report = (outcomes: readonly Outcome[]) => this.#report(outcomes);
    const stopped = () => this.#stopped !== null;
    await solveAll(this.#instances, pool, { jobs, task, former, report, stopped });
  }

  #report(outcomes: readonly Outcome[]): void {
    this.#folder?.remember(outcomes);
    for (const outcome of outcomes) {
      this.#outcomes[outcome.instance.index] = outcome;
      this.tally.add(outcome);
      this.#listen(outcome);
    }
    this.#done += outcomes.length;
    this.#progress?.update(this.#done, this.tally);
    if (this.#flags.failFast && this.tally.exitCode() !== EXIT.ok) this.#stopped = EXIT.stopped;
  }

  /**
   * Ends the process at once, workers and all: answers are whole or absent, and the rows of what is
   * finished are in the journal.
   */
  #interrupt(): void {
    this.#progress?.stop();
    writeError(
      `interrupted after ${this.#done} of ${this.#instances.length}; run again to go on\n`,
    );
    process.exit(EXIT.interrupted);
  }
}
