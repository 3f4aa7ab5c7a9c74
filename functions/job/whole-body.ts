import { echo } from '../../core/text/echo.ts';
import { type ObjectStore, StorageError, type StoredObject } from '../../io/stores/object-store.ts';

/**
 * The body of an object whose length is known beforehand. Downloads have ended early without any error,
 * about one in a thousand: https://github.com/aws/aws-sdk-js/issues/257. Throws StorageError.
 */
export function wholeBody(
  { address }: ObjectStore,
  key: string,
  { body }: StoredObject,
  bytes: number,
): Uint8Array {
  if (body.length === bytes) return body;
  const found = `found ${body.length} bytes, allowed ${bytes}`;
  throw new StorageError('storage/short-read', `${address}/${echo(key)}: ${found}`);
}
