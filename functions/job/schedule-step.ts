import { pMapIterable } from 'p-map';
import { scheduleRunKey, scheduleRuns } from '../../io/keys.ts';
import type { ListedObject } from '../../io/stores/object-store.ts';
import { uploadHash } from '../../io/uploads.ts';
import { objectCreated, type Queue } from './announce.ts';
import type { Buckets } from './manifest.ts';
import { type JobSettings, manifestOf } from './new-manifest.ts';
import { isCancelled } from './open-job.ts';
import { claimsIn, finishedIn, uploadsIn } from './uploads-in.ts';

/** Requests at once. */
const AT_ONCE = { concurrency: 16 };

/** A planned time of a schedule has come. */
export interface ScheduleEvent {
  readonly schedule: string;
  /** Below `inbox/`. */
  readonly prefix: string;
  /** The planned time, ISO 8601: it names the run. */
  readonly time: string;
  /** What to do while jobs of the run before are not done: by default `skip`; else go ahead. */
  readonly overlap?: 'skip' | 'queue' | 'parallel';
}

/** `schedules/<name>/runs/<time>.json` */
export interface ScheduleRun {
  readonly v: 1;
  readonly schedule: string;
  readonly time: string;
  readonly prefix: string;
  /** Uploads that had no job of these solvers. */
  readonly uploads: readonly Listed[];
  /** Set where the run before was still at work. */
  readonly skipped?: true;
  readonly at: string;
}

type Announceable = Pick<ListedObject, 'key' | 'etag' | 'size'>;

interface Listed extends Announceable {
  /** The job that it will be; null where it will be refused. */
  readonly job: string | null;
}

/**
 * Evaluates everything under a prefix that has no job of the solvers of today. One run a planned time:
 * a second firing only announces again what nobody has taken on since the first.
 */
export async function scheduleStep(
  buckets: Buckets,
  queue: Queue,
  event: ScheduleEvent,
  settings: BulkSettings,
): Promise<{ readonly run: 'new' | 'known'; readonly announced: number }> {
  const { out } = buckets;
  const { schedule, prefix, time, overlap = 'skip' } = event;
  const key = scheduleRunKey(schedule, time);
  const claims = await claimsIn(out);
  const before = await out.get(key);
  const waits = before === null && overlap === 'skip' && (await isAtWork(buckets, event));
  const how = { ...settings, claims };
  const uploads =
    before === null && !waits ? await unsolved(buckets, uploadsIn(buckets.inbox, prefix), how) : [];
  const at = new Date().toISOString();
  const run = { v: 1, schedule, time, prefix, uploads, ...(waits && { skipped: true }), at };
  const isNew =
    before === null && (await out.put(key, JSON.stringify(run), { once: true })) === 'written';
  const { bucket } = settings;
  const due = isNew ? uploads : await unsolved(buckets, (await readRun(buckets, key)).uploads, how);
  await queue.send(
    due.map((each) =>
      objectCreated({ bucket, key: each.key, version: null, etag: each.etag }, each.size),
    ),
  );
  return { run: isNew ? 'new' : 'known', announced: due.length };
}

/** How jobs are set up, and the bucket that they come from. */
export type BulkSettings = JobSettings & { readonly bucket: string };

/** Whether a job of the last run that announced any is not done. */
async function isAtWork(buckets: Buckets, event: ScheduleEvent): Promise<boolean> {
  const { out } = buckets;
  const uploads = await announcedBefore(buckets, event);
  if (uploads.length === 0) return false;
  const finished = await finishedIn(out);
  for (const { job } of uploads) {
    if (job !== null && !finished.has(job) && !(await isCancelled(out, job))) return true;
  }
  return false;
}

/** What the run before announced; one that was skipped itself stands for that before it. */
async function announcedBefore(
  { out }: Buckets,
  { schedule, time }: ScheduleEvent,
): Promise<readonly Listed[]> {
  const before: string[] = [];
  for await (const { key } of out.list(scheduleRuns(schedule))) {
    if (key < scheduleRunKey(schedule, time)) before.push(key);
  }
  for (const key of before.reverse()) {
    const { skipped, uploads } = await readRun({ out }, key);
    if (!skipped) return uploads;
  }
  return [];
}

async function readRun({ out }: Pick<Buckets, 'out'>, key: string): Promise<ScheduleRun> {
  const object = await out.get(key);
  return JSON.parse(new TextDecoder().decode(object?.body)) as ScheduleRun;
}

interface Unsolved extends BulkSettings {
  readonly claims: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Those uploads whose job by the solvers of today nobody took on so far. */
async function unsolved(
  buckets: Buckets,
  uploads: AsyncIterable<Announceable> | Iterable<Announceable>,
  settings: Unsolved,
): Promise<Listed[]> {
  const found: Listed[] = [];
  const look = async ({ key, etag, size }: Announceable): Promise<Listed[]> => {
    const upload = { bucket: settings.bucket, key, etag };
    const job = await jobOf(buckets, upload, settings);
    const isKnown = job !== null && settings.claims.get(uploadHash(upload))?.has(job) === true;
    return isKnown ? [] : [{ key, etag, size, job }];
  };
  for await (const listed of pMapIterable(uploads, look, AT_ONCE)) found.push(...listed);
  return found;
}

async function jobOf(
  buckets: Buckets,
  { bucket, key }: { readonly bucket: string; readonly key: string },
  settings: JobSettings,
): Promise<string | null> {
  const head = await buckets.inbox.head(key);
  if (head === null) return null;
  const upload = { bucket, key, version: head.version, etag: head.etag };
  const manifest = await manifestOf(buckets, { upload, head }, settings);
  return 'rule' in manifest ? null : manifest.job;
}
