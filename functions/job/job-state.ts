import { jobKeys, progressRound } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { readJson } from '../../io/stores/read-json.ts';
import type { Done } from './done.ts';
import type { Manifest } from './manifest.ts';
import { isCancelled } from './open-job.ts';
import type { Progress } from './progress.ts';

/** How far a job is: it only ever goes from `planned` to `running` to one of the others. */
export type StateName = 'unknown' | 'planned' | 'running' | 'cancelled' | 'done' | 'failed';

/** What storage tells of a job. */
export interface JobState {
  readonly job: string;
  readonly state: StateName;
  /** Null where there is no such job. */
  readonly manifest: Manifest | null;
  /** Of the newest round. */
  readonly progress: Progress | null;
  readonly done: Done | null;
}

/**
 * The state of one generation of a job: two requests where it is done, else five, whatever its size;
 * nothing is counted by listing.
 */
export async function jobState(out: ObjectStore, job: string): Promise<JobState> {
  const keys = jobKeys(job);
  const [done, manifest] = await Promise.all([
    readJson<Done>(out, keys.done),
    readJson<Manifest>(out, keys.manifest),
  ]);
  if (done !== null) return { job, state: done.status, manifest, progress: null, done };
  const [progress, cancelled] = await Promise.all([
    newestProgress(out, job),
    isCancelled(out, job),
  ]);
  const state =
    manifest === null
      ? 'unknown'
      : cancelled
        ? 'cancelled'
        : progress === null
          ? 'planned'
          : 'running';
  return { job, state, manifest, progress, done };
}

/** There is one object a round. */
async function newestProgress(out: ObjectStore, job: string): Promise<Progress | null> {
  let newest = -1;
  for await (const { key } of out.list(jobKeys(job).progress)) {
    newest = Math.max(newest, progressRound(key) ?? -1);
  }
  return newest < 0 ? null : readJson<Progress>(out, jobKeys(job).progressOf(newest));
}

/** Whether a state is the last one, unless somebody resumes the job. */
export function isFinal({ state }: Pick<JobState, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}

/** Calls a job off, or takes that back; nothing is ever deleted. */
export async function setCancelled(
  out: ObjectStore,
  job: string,
  cancelled: boolean,
): Promise<void> {
  const at = new Date().toISOString();
  await out.put(jobKeys(job).cancel, JSON.stringify({ v: 1, cancelled, at }));
}
