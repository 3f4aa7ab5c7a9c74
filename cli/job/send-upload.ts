import type { Manifest } from '../../functions/job/manifest.ts';
import { manifestOf } from '../../functions/job/new-manifest.ts';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectHead, ObjectStore } from '../../io/stores/object-store.ts';
import { optionsAsMetadata } from '../../io/uploads.ts';
import { RefusedError } from '../failures.ts';
import type { Place } from '../store/place.ts';
import type { Upload } from './prepare-upload.ts';
import { refusedUpload } from './wait.ts';

/** An upload that is in the inbox, and the job that it makes. */
export interface Sent {
  readonly manifest: Manifest;
  /** Whether the same content was there already, and its job known. */
  readonly wasKnown: boolean;
}

/** What of a place is needed to put something there. */
export type SubmitPlace = Pick<Place, 'inbox' | 'buckets'>;

/** Metadata that tells the same content without reading it; the entity tag of S3 need not. */
const CONTENT_HASH = 'content-sha256';

/**
 * Puts an upload into the inbox, unless the same is there already: a further version of it would be a
 * further job. Throws RefusedError where it would take another upload's place whose job is at work.
 */
export async function sendUpload(place: SubmitPlace, upload: Upload): Promise<Sent> {
  const { inbox, out } = place.buckets;
  const { key, body, options } = upload;
  const metadata = { ...optionsAsMetadata(options), [CONTENT_HASH]: body.sha256 };
  const before = await inbox.head(key);
  if (before !== null) {
    const there = await manifestAt(place, key, before);
    const known =
      !('rule' in there) && (await out.head(jobKeys(there.job).manifest)) !== null ? there : null;
    if (known !== null && isSame(before, metadata)) return { manifest: known, wasKnown: true };
    if (known !== null && before.version === null) await refuseInUse(out, known);
  }
  await inbox.putStream(key, body.chunks(), { metadata, size: body.size });
  return { manifest: await manifestFor(place, key, await headOf(inbox, key)), wasKnown: false };
}

/** The job that an upload makes: its name follows from what was uploaded. */
export async function manifestFor(
  place: SubmitPlace,
  key: string,
  head: ObjectHead,
): Promise<Manifest> {
  const manifest = await manifestAt(place, key, head);
  if (!('rule' in manifest)) return manifest;
  throw refusedUpload(key, manifest);
}

function manifestAt({ inbox, buckets }: SubmitPlace, key: string, head: ObjectHead) {
  const upload = { bucket: inbox, key, version: head.version, etag: head.etag };
  return manifestOf(buckets, { upload, head }, { machine: null, chunkSeconds: 0 });
}

function isSame(head: ObjectHead, metadata: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(head.metadata), ...Object.keys(metadata)]);
  return [...names].every((name) => head.metadata[name] === metadata[name]);
}

/** Where no versions are kept, a job at work would lose its upload. */
async function refuseInUse(out: ObjectStore, { job, upload: { key } }: Manifest): Promise<void> {
  if ((await out.head(jobKeys(job).done)) !== null) return;
  throw new RefusedError(
    `${key}: in-use: found another upload of that name whose job ${job} is not done, ` +
      'allowed a name of its own: --name NAME',
  );
}

async function headOf(inbox: ObjectStore, key: string): Promise<ObjectHead> {
  const head = await inbox.head(key);
  if (head !== null) return head;
  throw new RefusedError(`${inbox.address}/${key}: input-gone: found no such object any more`);
}
