import { CLAIMS, claimOf } from '../../io/keys.ts';
import { uploadHash } from '../../io/uploads.ts';
import { objectCreated, type Queue } from './announce.ts';
import { generationOf } from './generation.ts';
import type { Buckets } from './manifest.ts';
import { isCancelled } from './open-job.ts';
import { finishedIn, isRejected, uploadsIn } from './uploads-in.ts';

/** How the state machine stands to a job. */
export interface Restarts {
  /** Starts a job, or runs one again that ended; false where it is at work. */
  readonly restart: (job: string) => Promise<boolean>;
}

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
}

/**
 * Compares the inbox with what was taken on, and that with what is done. An upload that nobody heard of
 * is announced again; a job that was left is started again.
 */
export async function sweepStep(
  buckets: Buckets,
  queue: Queue,
  machine: Restarts,
  settings: SweepSettings,
): Promise<Rescues> {
  const { claimed, open } = await jobsIn(buckets, settings);
  const messages: string[] = [];
  for await (const { key, etag, size, modified } of uploadsIn(buckets.inbox, 'inbox/')) {
    const upload = { bucket: settings.bucket, key, version: null, etag };
    if (claimed.has(uploadHash(upload)) || modified > settings.now - settings.eventPatience)
      continue;
    if (!(await isRejected(buckets.out, upload))) messages.push(objectCreated(upload, size));
  }
  await queue.send(messages);
  return { uploads: messages.length, jobs: await restartAll(buckets, machine, open) };
}

/** Restarts jobs, and says afterwards which it could not: one that is past help holds up no other. */
async function restartAll(
  { out }: Buckets,
  machine: Restarts,
  jobs: readonly string[],
): Promise<number> {
  const failures: Error[] = [];
  let restarted = 0;
  for (const job of jobs) {
    if (await isCancelled(out, job)) continue;
    const wasRestarted = await machine.restart(job).catch((error: Error) => {
      failures.push(error);
      return false;
    });
    if (wasRestarted) restarted++;
  }
  const [first] = failures;
  if (first === undefined) return restarted;
  throw new AggregateError(failures, `${failures.length} jobs not restarted: ${first.message}`);
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
