import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { OpenJob } from './open-job.ts';
import { tasksOf } from './tasks.ts';

/** `progress/r<r>.json`: how far a job was when a round was handed out for the first time. */
export interface Progress {
  readonly v: 1;
  readonly round: number;
  readonly rounds: number;
  /** Of the round. */
  readonly chunks: number;
  /** Of the round, when it was handed out. */
  readonly missing: number;
  /** Chunks of all rounds, and of those before this one. */
  readonly allChunks: number;
  readonly chunksBefore: number;
  readonly instances: number;
  readonly cases: number | null;
  /** Estimated work of one core. */
  readonly milliseconds: number;
  readonly at: string;
}

export interface RoundState {
  readonly round: number;
  readonly rounds: number;
  readonly missing: number;
}

/** Counters are stored, not listed: who asks for the status of a job reads one object. */
export async function writeProgress(
  out: ObjectStore,
  { job, plan }: OpenJob,
  { round, rounds, missing }: RoundState,
): Promise<void> {
  const sizes = Array.from({ length: rounds }, (_, each) => tasksOf(plan, each).length);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const { instances, cases, milliseconds } = plan.header;
  const progress: Progress = {
    v: 1,
    round,
    rounds,
    chunks: sizes[round] ?? 0,
    missing,
    allChunks: sum(sizes),
    chunksBefore: sum(sizes.slice(0, round)),
    instances,
    cases,
    milliseconds,
    at: new Date().toISOString(),
  };
  await out.put(jobKeys(job).progressOf(round), JSON.stringify(progress), { once: true });
}
