import { generationOf, generationsOf } from '../../functions/job/generation.ts';
import { jobKeys } from '../../io/keys.ts';
import { RefusedError } from '../failures.ts';
import { type JobAddress, storeText } from '../store/address.ts';
import type { Place } from '../store/place.ts';
import { manifestFor } from './send-upload.ts';
import { throwRefusal } from './wait.ts';

/** The generations of a job that a user may mean. */
export interface Generations {
  /** The one to show and to fetch: the newest that is done, else the newest. */
  readonly shown: string;
  /** The one that is to be worked on. */
  readonly newest: string;
}

/**
 * Finds a job. One whose generation is named is that one. Throws RefusedError where there is no such
 * job, and for the key of an upload that was refused.
 */
export async function findJob(place: Place, address: JobAddress): Promise<Generations> {
  const { out } = place.buckets;
  const job = address.kind === 'job' ? address.job : await jobOfUpload(place, address.key);
  const { id, generation } = generationOf(job);
  const names = await generationsOf(out, id);
  if (generation > 1) {
    if (names.includes(job)) return { shown: job, newest: job };
    throw unknownJob(place, job);
  }
  const newest = names.at(-1);
  // A job can be failed before anything of it was settled.
  if (newest === undefined) throw unknownJob(place, job);
  for (const shown of [...names].reverse()) {
    if ((await out.head(jobKeys(shown).done)) !== null) return { shown, newest };
  }
  return { shown: newest, newest };
}

async function jobOfUpload(place: Place, key: string): Promise<string> {
  const { inbox } = place.buckets;
  const head = await inbox.head(key);
  if (head === null) throw new RefusedError(`${inbox.address}/${key}: not-found: found no upload`);
  const { job, upload } = await manifestFor(place, key, head);
  const { out } = place.buckets;
  if ((await out.head(jobKeys(job).manifest)) === null) await throwRefusal(out, upload);
  return job;
}

function unknownJob({ address, command }: Place, job: string): RefusedError {
  return new RefusedError(
    `${job}: unknown-job: found no job of that id in ${storeText(address)}, allowed one that ${command('status')} lists`,
  );
}
