import { echo } from '../../core/text/echo.ts';
import type { Source } from '../../io/containers/source.ts';
import type { ObjectStore, StoredObject } from '../../io/stores/object-store.ts';
import { InputGoneError } from './errors.ts';
import type { Manifest } from './manifest.ts';
import { wholeBody } from './whole-body.ts';

/** The first bytes of an upload are asked for several times over: what it is, what is in it. */
const REMEMBERED = 4096;

/** An upload, in its own version, that is read by ranges. Reads throw InputGoneError where it is gone. */
export function uploadSource(inbox: ObjectStore, upload: Manifest['upload']): Source {
  const { key, version, etag, size } = upload;
  let head: Uint8Array | null = null;
  const get = async (start: number, end: number) => {
    if (end <= start) return new Uint8Array();
    const object = await inbox.get(key, { version, range: { start, end } });
    return wholeBody(inbox, key, sameObject(inbox, key, etag, object), end - start);
  };
  const read = async (start: number, end: number) => {
    const remembered = Math.min(REMEMBERED, size);
    if (end > remembered) return get(start, end);
    head ??= await get(0, remembered);
    return head.subarray(start, end);
  };
  return { size, read };
}

/** The object, if it is the one that was uploaded. Throws InputGoneError for none, or another one. */
export function sameObject(
  { address }: ObjectStore,
  key: string,
  etag: string,
  object: StoredObject | null,
): StoredObject {
  if (object !== null && object.etag === etag) return object;
  const found = object === null ? 'no such object' : `another object (${object.etag})`;
  throw new InputGoneError(
    `${address}/${echo(key)}: input-gone: found ${found}, allowed the one that was uploaded (${etag})`,
  );
}
