import { fileKind } from '../../io/file-kinds.ts';
import { CLAIMS, claimOf, FINISHED, INBOX, REJECTED, rejectedKey } from '../../io/keys.ts';
import type { ListedObject, ObjectStore } from '../../io/stores/object-store.ts';
import { type UploadName, uploadHash } from '../../io/uploads.ts';

/** The objects below a prefix of the inbox that could be jobs, by their names. */
export async function* uploadsIn(inbox: ObjectStore, prefix: string): AsyncGenerator<ListedObject> {
  for await (const object of inbox.list(prefix)) {
    const kind = fileKind(object.key);
    const isUpload = !object.key.endsWith('/') && kind !== 'answer' && kind !== 'other';
    if (isUpload && object.key.startsWith(INBOX)) yield object;
  }
}

/** The jobs of each upload that was ever taken on, by the hash of the upload. */
export async function claimsIn(out: ObjectStore): Promise<Map<string, Set<string>>> {
  const claims = new Map<string, Set<string>>();
  for await (const { key } of out.list(CLAIMS)) {
    const claim = claimOf(key);
    if (claim === null) continue;
    const jobs = claims.get(claim.upload) ?? new Set();
    claims.set(claim.upload, jobs.add(claim.job));
  }
  return claims;
}

/** The jobs that are done. */
export async function finishedIn(out: ObjectStore): Promise<Set<string>> {
  const finished = new Set<string>();
  for await (const { key } of out.list(FINISHED)) finished.add(key.slice(FINISHED.length));
  return finished;
}

/** Keys of all refusals. */
export async function refusalsIn(out: ObjectStore): Promise<Set<string>> {
  const refusals = new Set<string>();
  for await (const { key } of out.list(REJECTED)) refusals.add(key);
  return refusals;
}

/** Whether an upload was refused; another one of the same key may be sound. */
export async function isRejected(
  out: ObjectStore,
  upload: Omit<UploadName, 'version'>,
): Promise<boolean> {
  const rejected = await out.head(rejectedKey(upload.key));
  return rejected?.metadata['upload'] === uploadHash(upload);
}
