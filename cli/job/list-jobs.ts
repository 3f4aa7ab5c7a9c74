import pMap from 'p-map';
import { generationName, generationOf } from '../../functions/job/generation.ts';
import { jobState, type StateName } from '../../functions/job/job-state.ts';
import { CLAIMS, claimOf } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';

/** One line of the list of jobs. */
export interface ListedJob {
  /** Its newest generation. */
  readonly job: string;
  readonly state: StateName;
  /** Path of its upload below the inbox. */
  readonly file: string | null;
  /** Cases, and those of them with an error, of one that has an end. */
  readonly cases: number | null;
  readonly errors: number | null;
  /** ISO 8601. */
  readonly taken_on: string;
}

export interface JobList {
  /** Newest last. */
  readonly jobs: readonly ListedJob[];
  /** Older jobs that were left out. */
  readonly more: number;
}

const NEWEST = 20;
const CONCURRENCY = 8;

/** The newest jobs of a store, from a list of the uploads that were taken on and a look at each. */
export async function listJobs(out: ObjectStore, all: boolean): Promise<JobList> {
  const newest = new Map<string, { generation: number; modified: number }>();
  for await (const { key, modified } of out.list(CLAIMS)) {
    const claim = claimOf(key);
    if (claim === null) continue;
    const { id, generation } = generationOf(claim.job);
    const before = newest.get(id);
    if (before === undefined || before.generation < generation)
      newest.set(id, { generation, modified });
  }
  const sorted = [...newest].sort(([, a], [, b]) => a.modified - b.modified);
  const shown = all ? sorted : sorted.slice(-NEWEST);
  const describe = async ([
    id,
    { generation, modified },
  ]: (typeof sorted)[number]): Promise<ListedJob> => {
    const job = generationName(id, generation);
    const { state, manifest, done } = await jobState(out, job);
    const { cases = null, errors = null } = done?.counts ?? {};
    const taken_on = new Date(modified).toISOString();
    return { job, state, file: manifest?.file ?? null, cases, errors, taken_on };
  };
  const jobs = await pMap(shown, describe, { concurrency: CONCURRENCY });
  return { jobs, more: sorted.length - shown.length };
}
