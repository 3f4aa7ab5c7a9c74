import { fileKind } from '../../io/file-kinds.ts';
import {
  claimKey,
  claimOf,
  finishedKey,
  INBOX,
  inboxPath,
  jobKeys,
  rejectedKey,
} from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { uploadHash } from '../../io/uploads.ts';
import { refusalOfArchive } from './archive-upload.ts';
import type { World } from './chunk-step.ts';
import { InputGoneError } from './errors.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type Found, type JobSettings, manifestOf } from './new-manifest.ts';
import { GONE, type Refusal } from './refusals.ts';

/** An object that was announced. */
export interface Announced {
  readonly bucket: string;
  /** Decoded. */
  readonly key: string;
  /** As the event names them; null where it does not. */
  readonly version: string | null;
  readonly etag?: string | undefined;
}

/** What became of an upload. */
export type Taken =
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'rejected'; readonly rule: string }
  | { readonly kind: 'done'; readonly job: string; readonly isOther: boolean }
  | {
      readonly kind: 'job';
      readonly job: string;
      readonly manifest: Manifest;
      /** Whether the object is another one than was announced: it was replaced since. */
      readonly isOther: boolean;
    };

/**
 * Takes an upload on: settles its manifest, which only the first one writes. The same upload, announced
 * again, is the same job; once that is done there is nothing more to do.
 */
export async function takeUpload(
  world: World,
  announced: Announced,
  settings: JobSettings,
): Promise<Taken> {
  const { bucket, key, version } = announced;
  const reason = reasonToIgnore(key);
  if (reason !== null) return { kind: 'ignored', reason };
  const head = await world.inbox.head(key, { version });
  if (head === null)
    return (await takenBefore(world.out, announced)) ?? reject(world.out, announced, GONE);
  const upload = { bucket, key, version: version ?? head.version, etag: head.etag };
  const manifest = await soundManifest(world, { upload, head }, settings);
  // Deleted or replaced since: what is there now is the upload, if anything is.
  if (manifest === null) return takeUpload(world, announced, settings);
  if ('rule' in manifest) return reject(world.out, announced, { ...manifest, etag: head.etag });
  const isOther = announced.etag !== undefined && announced.etag !== head.etag;
  return { ...(await claim(world.out, manifest)), isOther };
}

/** The manifest, after a look into an archive, or why the upload is refused; null where it is another one by now. */
async function soundManifest(
  world: World,
  found: Found,
  settings: JobSettings,
): Promise<Manifest | Refusal | null> {
  try {
    const manifest = await manifestOf(world, found, settings);
    if ('rule' in manifest || (manifest.kind !== 'zip' && manifest.kind !== 'tar')) return manifest;
    return (await refusalOfArchive(world, manifest)) ?? manifest;
  } catch (error) {
    if (error instanceof InputGoneError) return null;
    throw error;
  }
}

/** The first manifest holds; a job that is done stays as it is. */
async function claim(out: ObjectStore, manifest: Manifest) {
  const { job, upload } = manifest;
  const put = await out.put(jobKeys(job).manifest, JSON.stringify(manifest), { once: true });
  await out.put(claimKey(uploadHash(upload), job), '', { once: true });
  if (put === 'present' && (await out.head(finishedKey(job))) !== null)
    return { kind: 'done', job } as const;
  return { kind: 'job', job, manifest } as const;
}

/** An upload that is gone may have been taken on before that; null where the event does not name one that was. */
async function takenBefore(
  out: ObjectStore,
  { bucket, key, etag }: Announced,
): Promise<Taken | null> {
  if (etag === undefined) return null;
  const upload = uploadHash({ bucket, key, etag });
  let newest: string | null = null;
  for await (const claim of out.list(claimKey(upload, ''))) {
    newest = claimOf(claim.key)?.job ?? newest;
    if (newest !== null && (await out.head(finishedKey(newest))) !== null)
      return { kind: 'done', job: newest, isOther: false };
  }
  if (newest === null) return null;
  const manifest = await readManifest(out, newest);
  return { kind: 'job', job: newest, manifest, isOther: false };
}

function reasonToIgnore(key: string): string | null {
  if (!key.startsWith(INBOX)) return 'not below inbox/';
  if (key.endsWith('/')) return 'a folder marker';
  const kind = fileKind(inboxPath(key));
  if (kind === 'answer') return 'an answer';
  return kind === 'other' ? 'not an instance by its name' : null;
}

/** Tells why an upload is refused, where its uploader looks. */
export async function reject(
  out: ObjectStore,
  announced: Announced,
  refusal: Refusal & RefusedObject,
): Promise<Taken> {
  const { bucket, key, version } = announced;
  const { etag = null, ofBucket = null, ...why } = refusal;
  const told = { v: 1, bucket, key, version, ...why };
  const metadata = etag === null ? {} : { upload: uploadHash({ bucket, key, etag }) };
  await out.put(rejectedKey(key, ofBucket), `${JSON.stringify(told)}\n`, { metadata });
  return { kind: 'rejected', rule: why.rule };
}

/** What exactly was refused: whatever comes under the same key afterwards is not. */
interface RefusedObject {
  /** Where there was an object. */
  readonly etag?: string;
  /** The bucket, where it is not the one of the inbox. */
  readonly ofBucket?: string;
}
