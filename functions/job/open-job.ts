import { ContainerError } from '../../io/containers/container-error.ts';
import { type Packing, unpack } from '../../io/containers/packed.ts';
import { jobKeys } from '../../io/keys.ts';
import type { ByteRange, ObjectStore } from '../../io/stores/object-store.ts';
import { readJson } from '../../io/stores/read-json.ts';
import { solversOf } from '../../io/uploads.ts';
import { VersionError } from './errors.ts';
import { type Buckets, type Manifest, type Plan, readManifest } from './manifest.ts';
import { readPlan } from './plan-file.ts';
import { sameObject } from './upload-source.ts';
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

/** Bytes of the upload of a job, in its own version, unpacked. Throws where they are gone or damaged. */
export async function readUpload(
  { inbox }: Pick<Buckets, 'inbox'>,
  { upload, packing }: Manifest,
  range?: ByteRange,
): Promise<Uint8Array> {
  if (packing === undefined) return readPlain(inbox, upload, range);
  const { start, end } = range ?? { start: 0, end: Number.POSITIVE_INFINITY };
  return (await readPacked(inbox, upload, packing)).subarray(start, end);
}

async function readPlain(
  inbox: ObjectStore,
  { key, version, etag, size }: Manifest['upload'],
  range?: ByteRange,
): Promise<Uint8Array> {
  const object = await inbox.get(key, { version, ...(range && { range }) });
  const length = range === undefined ? size : range.end - range.start;
  return wholeBody(inbox, key, sameObject(inbox, key, etag, object), length);
}

/** What was unpacked last, for most chunks that a function gets are of the same upload. */
let lastUnpacked: { readonly address: string; readonly bytes: Uint8Array } | null = null;
/** More is not kept from one chunk to the next. */
const MOST_KEPT = 256 * 1024 * 1024;

async function readPacked(
  inbox: ObjectStore,
  upload: Manifest['upload'],
  packing: Packing,
): Promise<Uint8Array> {
  const address = `${inbox.address}/${upload.key}/${upload.version ?? ''}/${upload.etag}`;
  if (lastUnpacked?.address === address) return lastUnpacked.bytes;
  const bytes = unpack(packing, await readPlain(inbox, upload));
  if ('rule' in bytes) throw new ContainerError(bytes);
  lastUnpacked = bytes.length <= MOST_KEPT ? { address, bytes } : null;
  return bytes;
}
