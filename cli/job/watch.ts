import { setTimeout as wait } from 'node:timers/promises';
import { isFinal, type JobState, jobState } from '../../functions/job/job-state.ts';
import type { Plan } from '../../functions/job/manifest.ts';
import { readPlan } from '../../functions/job/plan-file.ts';
import { missingChunks } from '../../functions/job/plan-step.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';

/** A job as it is seen at one moment. */
export interface Sight {
  readonly state: JobState;
  /** Chunks of all rounds, those that are done, and the first open one of the round; null before the plan. */
  readonly chunks: {
    readonly all: number;
    readonly done: number;
    readonly firstOpen: number | null;
  } | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds. */
const FIRST_POLL = 50;
/** Inside a round what is there is listed, which is no more often allowed than this. */
const LIST_EVERY = 10_000;

/** Looks at a job again and again until it comes to an end; the last sight is of that. */
export async function* watchJob(
  out: ObjectStore,
  job: string,
  longestPoll: number,
): AsyncGenerator<Sight> {
  const round = new RoundWatch(out, job);
  for (let poll = FIRST_POLL; ; poll = Math.min(poll * 1.5, longestPoll)) {
    const state = await jobState(out, job);
    const at = Date.now();
    yield { state, chunks: await round.chunks(state, at), at };
    if (isFinal(state)) return;
    await wait(poll);
  }
}

/** Counts what is done inside of a round. */
class RoundWatch {
  readonly #out: ObjectStore;
  readonly #job: string;
  #plan: Plan | null = null;
  #round = -1;
  #listed = 0;
  #open: readonly number[] = [];

  constructor(out: ObjectStore, job: string) {
    this.#out = out;
    this.#job = job;
  }

  async chunks({ progress, state }: JobState, at: number): Promise<Sight['chunks']> {
    if (progress === null) return null;
    const { allChunks, chunksBefore, chunks, missing, round } = progress;
    if (round !== this.#round) {
      // The round was handed out just now: what was stored then is as good as a list.
      this.#round = round;
      this.#listed = at;
      this.#open = [];
      return { all: allChunks, done: chunksBefore + chunks - missing, firstOpen: null };
    }
    if (at - this.#listed >= LIST_EVERY && state === 'running') await this.#list(at);
    const open = this.#open.length > 0 ? this.#open.length : missing;
    return {
      all: allChunks,
      done: chunksBefore + chunks - open,
      firstOpen: this.#open[0] ?? null,
    };
  }

  async #list(at: number): Promise<void> {
    this.#listed = at;
    this.#plan ??= await readPlan(this.#out, this.#job);
    if (this.#plan === null) return;
    const open = { job: this.#job, plan: this.#plan };
    const missing = await missingChunks({ out: this.#out }, open, this.#round);
    this.#open = missing.map(({ chunk }) => chunk);
  }
}
