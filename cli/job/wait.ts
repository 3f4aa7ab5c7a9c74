import { setTimeout as sleep } from 'node:timers/promises';
import { InvariantError } from '../../core/text/errors.ts';
import type { Done } from '../../functions/job/done.ts';
import type { Refusal } from '../../functions/job/refusals.ts';
import { isRejected } from '../../functions/job/uploads-in.ts';
import { jobKeys, rejectedKey } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { readJson } from '../../io/stores/read-json.ts';
import type { UploadName } from '../../io/uploads.ts';
import { type Progress, progressOf } from '../batch/progress.ts';
import { EXIT, RefusedError } from '../failures.ts';
import type { Place } from '../store/place.ts';
import { writeError } from '../streams.ts';
import { Pace } from './forecast.ts';
import { reportOfSight, type StateReport, stateLine } from './report-state.ts';
import { watchJob } from './watch.ts';

/** A job that somebody waits for. */
export interface Awaited {
  readonly job: string;
  /** Its upload, which may yet be refused; null where the job was taken on already. */
  readonly upload: UploadName | null;
}

export interface WaitFlags {
  readonly quiet?: boolean;
}

/** Longest time between two looks, in milliseconds; requests to S3 cost money. */
const POLL = { folder: 500, s3: 3_000 } as const;

/** Milliseconds after which a job that is not there is a matter for the user. */
const SLOW = 60_000;

/** Milliseconds for who finished a job to log that it did: its end is there to be seen before. */
const LAST_WORDS = 5_000;

/** Waits until a job has come to its end, showing progress on standard error. Throws RefusedError where it was refused. */
export async function waitForJob(
  { buckets: { out }, address: { kind }, settled }: Place,
  { job, upload }: Awaited,
  flags: WaitFlags,
): Promise<StateReport> {
  let shown: Progress | null = null;
  let isTold = false;
  const pace = new Pace();
  const start = Date.now();
  try {
    for await (const sight of watchJob(out, job, POLL[kind])) {
      const { chunks, state, at } = sight;
      if (state.state === 'unknown' && upload !== null) await throwRefusal(out, upload);
      if (state.state === 'unknown' && at - start > SLOW && !isTold) {
        isTold = true;
        writeError(`nobody has taken on ${job} yet; nimbus logs and nimbus doctor may say why\n`);
      }
      if (chunks !== null) {
        pace.add({ done: chunks.done, at });
        shown ??= await progressOf(
          { progress: 'auto', quiet: flags.quiet ?? false },
          {
            count: chunks.all,
          },
        );
        shown.update(chunks.done, { cached: 0, errors: 0 });
      }
      if (state.done !== null)
        await Promise.race([settled(), sleep(LAST_WORDS, null, { ref: false })]);
      if (state.done !== null || state.state === 'cancelled') return reportOfSight(sight, pace);
    }
  } finally {
    shown?.stop();
  }
  throw new InvariantError(`${job}: the watch ended before the job`);
}

/** Throws RefusedError where an upload was refused, with the reason that it was refused for. */
export async function throwRefusal(out: ObjectStore, upload: UploadName): Promise<void> {
  if (!(await isRejected(out, upload))) return;
  const { key } = upload;
  const told = await readJson<Refusal>(out, rejectedKey(key));
  if (told !== null) throw refusedUpload(key, told);
}

/** What a user is told of an upload that makes no job. */
export function refusedUpload(key: string, { rule, found, allowed, hint }: Refusal): RefusedError {
  const then = hint === undefined ? '' : `; ${hint}`;
  return new RefusedError(`${key}: ${rule}: found ${found}, allowed ${allowed}${then}`);
}

/** What the exit code of a job depends on. */
type Counted = Pick<StateReport, 'state' | 'errors' | 'disagreements' | 'differing'>;

/**
 * The exit code of a job that came to its end. `tolerate`: percent of cases that may end in an error, which
 * the job has held itself to; null where each one counts.
 */
export function exitCodeOf(
  { state, errors, disagreements, differing }: Counted,
  tolerate: number | null,
): number {
  if (state === 'cancelled') return EXIT.stopped;
  if (disagreements) return EXIT.disagree;
  if (state !== 'done' || differing !== 0) return EXIT.someFailed;
  return errors === 0 || tolerate !== null ? EXIT.ok : EXIT.someFailed;
}

/** Tells the end of a job on standard error: its first errors, what it came to, and what to do next. */
export async function tellEnd(place: Place, report: StateReport): Promise<void> {
  const { job, cause, state } = report;
  const lines = [...(await firstErrors(place.buckets.out, job, report.errors ?? 0))];
  if (cause !== null) lines.push(`${job}: the job gave up: ${cause}`);
  const next = state === 'cancelled' || cause !== null ? `resume ${job}` : `fetch ${job}`;
  lines.push(`${stateLine(report)} · next: ${place.command(next)}`);
  writeError(lines.map((line) => `${line}\n`).join(''));
}

const MOST_MESSAGES = 20;
/** Bytes of errors.jsonl that have so many messages, as a rule. */
const ENOUGH = 32 * 1024;

/** The messages of the first failed cases, as a run tells them. */
export async function firstErrors(
  out: ObjectStore,
  job: string,
  count: number,
): Promise<readonly string[]> {
  if (count === 0) return [];
  const keys = jobKeys(job);
  const done = await readJson<Done>(out, keys.done);
  const size = done?.files.find(({ name }) => keys.root + name === keys.errors)?.bytes ?? 0;
  const range = { start: 0, end: Math.min(size, ENOUGH) };
  const object = size === 0 ? null : await out.get(keys.errors, { range });
  const text = new TextDecoder().decode(object?.body);
  const lines = text.split('\n').slice(0, -1).slice(0, MOST_MESSAGES);
  const messages = lines.map((line) => {
    const { message, hint } = JSON.parse(line) as { message: string; hint?: string };
    return hint === undefined ? message : `${message}\n  hint: ${hint}`;
  });
  const more = count - messages.length;
  return more > 0 ? [...messages, `and ${more} more, see errors.jsonl`] : messages;
}
