import { scheduleRunKey } from '../../io/keys.ts';
import type { ListedObject } from '../../io/stores/object-store.ts';
import { uploadHash } from '../../io/uploads.ts';
import { objectCreated, type Queue } from './announce.ts';
import type { Buckets } from './manifest.ts';
import { type JobSettings, manifestOf } from './take-upload.ts';
import { claimsIn, uploadsIn } from './uploads-in.ts';

/** A planned time of a schedule has come. */
export interface ScheduleEvent {
  readonly schedule: string;
  /** Below `inbox/`. */
  readonly prefix: string;
  /** The planned time, ISO 8601: it names the run. */
  readonly time: string;
}

/** `schedules/<name>/runs/<time>.json` */
export interface ScheduleRun {
  readonly v: 1;
  readonly schedule: string;
  readonly time: string;
  readonly prefix: string;
  /** Uploads that had no job of these solvers. */
  readonly uploads: readonly Listed[];
  readonly at: string;
}

type Listed = Pick<ListedObject, 'key' | 'etag' | 'size'>;

/**
 * Evaluates everything under a prefix that has no job of the solvers of today. One run a planned time:
 * a second firing only announces again what nobody has taken on since the first.
 */
export async function scheduleStep(
  buckets: Buckets,
  queue: Queue,
  { schedule, prefix, time }: ScheduleEvent,
  settings: JobSettings & { readonly bucket: string },
): Promise<{ readonly run: 'new' | 'known'; readonly announced: number }> {
  const { out } = buckets;
  const key = scheduleRunKey(schedule, time);
  const claims = await claimsIn(out);
  const before = await out.get(key);
  const how = { ...settings, claims };
  const uploads =
    before === null ? await unsolved(buckets, uploadsIn(buckets.inbox, prefix), how) : [];
  const at = new Date().toISOString();
  const run: ScheduleRun = { v: 1, schedule, time, prefix, uploads, at };
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

async function readRun({ out }: Buckets, key: string): Promise<ScheduleRun> {
  const object = await out.get(key);
  return JSON.parse(new TextDecoder().decode(object?.body)) as ScheduleRun;
}

interface Unsolved extends JobSettings {
  readonly bucket: string;
  readonly claims: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Those uploads whose job, by the solvers of today, was never taken on. */
async function unsolved(
  buckets: Buckets,
  uploads: AsyncIterable<Listed> | Iterable<Listed>,
  settings: Unsolved,
): Promise<Listed[]> {
  const found: Listed[] = [];
  for await (const { key, etag, size } of uploads) {
    const upload = { bucket: settings.bucket, key, etag };
    const jobs = settings.claims.get(uploadHash(upload));
    const job = jobs === undefined ? null : await jobOf(buckets, upload, settings);
    if (job === null || jobs?.has(job) !== true) found.push({ key, etag, size });
  }
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
