import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { solversOf } from '../../io/uploads.ts';
import { InputGoneError, VersionError } from './errors.ts';
import { type Buckets, type Manifest, type Plan, readManifest } from './manifest.ts';
import { readPlan } from './plan-file.ts';

/** A job that is planned. */
export interface OpenJob {
  readonly job: string;
  readonly manifest: Manifest;
  readonly plan: Plan;
}

/** The job that a function worked on last: most chunks that it gets are of the same one. Both objects are write-once. */
let last: { readonly address: string; readonly open: OpenJob } | null = null;

/** Manifest and plan of a job; null where it is not planned. */
export async function openJob(out: ObjectStore, job: string): Promise<OpenJob | null> {
  const address = `${out.address}/${job}`;
  if (last?.address === address) return last.open;
  const open = await openAnyJob(out, job);
  if (open.plan === null) return null;
  last = { address, open: { ...open, plan: open.plan } };
  return last.open;
}

/** A job that may have no plan yet. Throws VersionError where other solvers began it. */
async function openAnyJob(out: ObjectStore, job: string) {
  const [manifest, plan] = await Promise.all([readManifest(out, job), readPlan(out, job)]);
  refuseOtherVersion(manifest);
  return { job, manifest, plan };
}

/** A job whose solvers do not matter any more, since it is only put together. */
export async function openFailedJob(out: ObjectStore, job: string): Promise<OpenJob | null> {
  const [manifest, plan] = await Promise.all([readManifest(out, job), readPlan(out, job)]);
  return plan === null ? null : { job, manifest, plan };
}

/** Answers of two versions of a solver must not stand in one job. */
function refuseOtherVersion({ job, game, solvers }: Manifest): void {
  const own = solversOf(game);
  if (own === solvers) return;
  throw new VersionError(
    `${job}: version: found a job of the solvers ${solvers}, allowed ${own}; a function of that version has to do it, ` +
      'or upload the file again',
  );
}

/** Whether the user called the job off. */
export async function isCancelled(out: ObjectStore, job: string): Promise<boolean> {
  const object = await out.get(jobKeys(job).cancel);
  if (object === null) return false;
  return (JSON.parse(new TextDecoder().decode(object.body)) as { cancelled: boolean }).cancelled;
}

/** Bytes of the upload of a job, in its own version. Throws where they are gone. */
export async function readUpload(
  { inbox }: Pick<Buckets, 'inbox'>,
  { upload }: Manifest,
  range?: { readonly start: number; readonly end: number },
): Promise<Uint8Array> {
  const { key, version, etag } = upload;
  const object = await inbox.get(key, { version, ...(range && { range }) });
  if (object !== null && object.etag === etag) return object.body;
  const found = object === null ? 'no such object' : `another object (${object.etag})`;
  throw new InputGoneError(
    `${inbox.address}/${key}: input-gone: found ${found}, allowed the one that was uploaded (${etag})`,
  );
}
