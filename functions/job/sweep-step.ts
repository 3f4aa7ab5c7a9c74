import pMap, { pMapIterable } from 'p-map';
import { CLAIMS, claimOf, rejectedKey } from '../../io/keys.ts';
import type { ListedObject } from '../../io/stores/object-store.ts';
import { uploadHash } from '../../io/uploads.ts';
import { objectCreated, type Queue } from './announce.ts';
import { writeFailure } from './done.ts';
import { generationOf } from './generation.ts';
import type { Buckets } from './manifest.ts';
import { isCancelled } from './open-job.ts';
import { finishedIn, isRejected, refusalsIn, uploadsIn } from './uploads-in.ts';

/** What became of a restart; `exhausted` where a job had all its attempts, and the last one ended. */
export type Restarted = 'restarted' | 'at-work' | 'exhausted';

/** How the state machine stands to a job. */
export interface Restarts {
  /** Starts a job, or runs one again that ended, in at most so many executions. */
  readonly restart: (job: string, attempts: number) => Promise<Restarted>;
}

/** Executions of one job, of which each ends it, unless something is wrong that no further one mends. */
const MOST_ATTEMPTS = 5;

/** Requests at once. */
const AT_ONCE = { concurrency: 16 };

export interface SweepSettings {
  readonly bucket: string;
  /** Milliseconds that an event, and then a job, may take before somebody looks after it. */
  readonly eventPatience: number;
  readonly jobPatience: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the sweeper had to look after; all zero as long as nothing goes wrong. */
export interface Rescues {
  /** Uploads whose event never came. */
  readonly uploads: number;
  /** Jobs that nobody was working on. */
  readonly jobs: number;
  /** Jobs that were ended, since no execution of them came to an end. */
  readonly givenUp: readonly string[];
}

/**
 * Compares the inbox with what was taken on, and that with what is done. A job that was left is started
 * again, and ended as failed once that was of no use often enough; an upload that nobody heard of is
 * announced again.
 */
export async function sweepStep(
  buckets: Buckets,
  queue: Queue,
  machine: Restarts,
  settings: SweepSettings,
): Promise<Rescues> {
  const { claimed, open } = await jobsIn(buckets, settings);
  const failures: Error[] = [];
  const restart = (job: string) =>
    restartJob(buckets, machine, job).catch((error: Error) => void failures.push(error));
  const restarted = await pMap(open, restart, AT_ONCE);
  const lost = await lostUploads(buckets, claimed, settings);
  await queue.send(lost);
  const [first] = failures;
  if (first !== undefined)
    throw new AggregateError(failures, `${failures.length} jobs not restarted: ${first.message}`);
  const jobs = restarted.filter((each) => each === 'restarted').length;
  const givenUp = open.filter((_, at) => restarted[at] === 'exhausted');
  return { uploads: lost.length, jobs, givenUp };
}

/** One job that is past help holds up no other: whoever calls this goes on where it throws. */
async function restartJob(
  { out }: Buckets,
  machine: Restarts,
  job: string,
): Promise<Restarted | 'cancelled'> {
  if (await isCancelled(out, job)) return 'cancelled';
  const restarted = await machine.restart(job, MOST_ATTEMPTS);
  if (restarted === 'exhausted') {
    const cause = `${MOST_ATTEMPTS} executions ended without a result; their logs have the reason`;
    await writeFailure(out, job, cause);
  }
  return restarted;
}

/** Announcements of the uploads that nobody took on, and nobody refused. */
async function lostUploads(
  { inbox, out }: Buckets,
  claimed: ReadonlySet<string>,
  { bucket, eventPatience, now }: SweepSettings,
): Promise<string[]> {
  const late = async function* () {
    for await (const object of uploadsIn(inbox, 'inbox/')) {
      const isClaimed = claimed.has(uploadHash({ bucket, ...object }));
      if (!isClaimed && object.modified <= now - eventPatience) yield object;
    }
  };
  const refused = await refusalsIn(out);
  const told = async ({ key, etag, size }: ListedObject): Promise<string[]> => {
    const upload = { bucket, key, version: null, etag };
    const isRefused = refused.has(rejectedKey(key)) && (await isRejected(out, upload));
    return isRefused ? [] : [objectCreated(upload, size)];
  };
  const messages: string[] = [];
  for await (const message of pMapIterable(late(), told, AT_ONCE)) messages.push(...message);
  return messages;
}

/** The uploads that were taken on, and the jobs that should be done by now. */
async function jobsIn({ out }: Buckets, { now, jobPatience }: SweepSettings) {
  const finished = await finishedIn(out);
  const claimed = new Set<string>();
  const late: { upload: string; job: string }[] = [];
  const answered = new Set<string>();
  for await (const { key, modified } of out.list(CLAIMS)) {
    const claim = claimOf(key);
    if (claim === null) continue;
    claimed.add(claim.upload);
    if (finished.has(claim.job)) answered.add(claim.upload);
    else if (modified <= now - jobPatience) late.push(claim);
  }
  // A job of former solvers need not end once another one has answered the same upload; a further
  // generation of a job was asked for in the face of its answers.
  const isWanted = ({ upload, job }: { upload: string; job: string }) =>
    !answered.has(upload) || generationOf(job).generation > 1;
  const open = late.filter(isWanted).map(({ job }) => job);
  return { claimed, open };
}
