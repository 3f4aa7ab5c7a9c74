import { echo } from '../../core/text/echo.ts';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { readJson } from '../../io/stores/read-json.ts';
import { solversOf } from '../../io/uploads.ts';
import { InputGoneError, VersionError } from './errors.ts';
import { type Buckets, type Manifest, type Plan, readManifest } from './manifest.ts';
import { readPlan } from './plan-file.ts';
import { wholeBody } from './whole-body.ts';

/** A job that is planned. */
export interface OpenJob {
  readonly job: string;
  readonly manifest: Manifest;
  readonly plan: Plan;
}

/** The job that a function worked on last: most chunks that it gets are of the same one. Both objects are write-once. */
let last: { readonly address: string; readonly open: OpenJob } | null = null;

/** Manifest and plan of a job; null where it is not planned. Throws VersionError for one of other solvers. */
export async function openJob(out: ObjectStore, job: string): Promise<OpenJob | null> {
  return openedIf(refuseOtherVersion, out, job);
}

/** The same of a job of any solvers, for a function that solves nothing. */
export async function openAnyJob(out: ObjectStore, job: string): Promise<OpenJob | null> {
  return openedIf(() => undefined, out, job);
}

async function openedIf(
  check: (manifest: Manifest) => void,
  out: ObjectStore,
  job: string,
): Promise<OpenJob | null> {
  const address = `${out.address}/${job}`;
  if (last?.address === address) {
    check(last.open.manifest);
    return last.open;
  }
  const [manifest, plan] = await Promise.all([readManifest(out, job), readPlan(out, job)]);
  check(manifest);
  return plan === null ? null : rememberJob(out, { job, manifest, plan });
}

/** A job that was read, or planned just now. */
export function rememberJob(out: ObjectStore, open: OpenJob): OpenJob {
  last = { address: `${out.address}/${open.job}`, open };
  return open;
}

/** Answers of two versions of a solver must not stand in one job. */
export function refuseOtherVersion({ job, game, solvers }: Manifest): void {
  const own = solversOf(game);
  if (own === solvers) return;
  throw new VersionError(
    `${job}: version: found a job of the solvers ${solvers}, allowed ${own}; a function of that version has to do it, ` +
      'or upload the file again',
  );
}

/** Whether the user called the job off. */
export async function isCancelled(out: ObjectStore, job: string): Promise<boolean> {
  return (await readJson<{ cancelled: boolean }>(out, jobKeys(job).cancel))?.cancelled ?? false;
}

/** Bytes of the upload of a job, in its own version. Throws where they are gone. */
export async function readUpload(
  { inbox }: Pick<Buckets, 'inbox'>,
  { upload }: Manifest,
  range?: { readonly start: number; readonly end: number },
): Promise<Uint8Array> {
  const { key, version, etag, size } = upload;
  const object = await inbox.get(key, { version, ...(range && { range }) });
  if (object !== null && object.etag === etag) {
    return wholeBody(inbox, key, object, range === undefined ? size : range.end - range.start);
  }
  const found = object === null ? 'no such object' : `another object (${object.etag})`;
  throw new InputGoneError(
    `${inbox.address}/${echo(key)}: input-gone: found ${found}, allowed the one that was uploaded (${etag})`,
  );
}
