import type { ObjectStore } from './object-store.ts';

/** A JSON object of storage; null where there is none. */
export async function readJson<Value>(store: ObjectStore, key: string): Promise<Value | null> {
  const object = await store.get(key);
  return object === null ? null : (JSON.parse(new TextDecoder().decode(object.body)) as Value);
}
