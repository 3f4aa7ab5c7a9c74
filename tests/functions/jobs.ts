import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { World } from '../../functions/job/chunk-step.ts';
import type { Done } from '../../functions/job/done.ts';
import { type IngestSettings, ingestStep } from '../../functions/job/ingest-step.ts';
import { inboxPath, jobKeys } from '../../io/keys.ts';
import type { Row } from '../../io/results/row.ts';
import { DirectoryStore } from '../../io/stores/directory-store.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { newFolder } from '../tools/temporary-folder.ts';

/** Two empty buckets as folders, and a function that has all the time there is. */
export function newWorld(): World {
  const folder = newFolder('world');
  const [inbox, out] = ['in', 'out'].map((name) => new DirectoryStore(join(folder, name)));
  return {
    inbox: inbox as ObjectStore,
    out: out as ObjectStore,
    now: () => performance.now(),
    expired: () => false,
  };
}

/** Everything is solved on the spot. */
export const ON_THE_SPOT: IngestSettings = {
  machine: null,
  chunkSeconds: 60,
  spotSeconds: Number.POSITIVE_INFINITY,
};

/** Uploads a text and tells nobody. */
export async function upload(world: World, key: string, text: string | Uint8Array, metadata = {}) {
  await world.inbox.put(key, text, { metadata });
}

/** Announces an upload once; returns its job, if it made one. */
export async function announce(world: World, key: string, settings = ON_THE_SPOT): Promise<string> {
  const none = { start: () => Promise.reject(new Error('no state machine here')) };
  const ingested = await ingestStep(world, none, { bucket: 'in', key, version: null }, settings);
  return 'job' in ingested ? ingested.job : ingested.kind;
}

export async function textOf(store: ObjectStore, key: string): Promise<string | null> {
  const object = await store.get(key);
  if (object === null) return null;
  return new TextDecoder().decode(key.endsWith('.gz') ? gunzipSync(object.body) : object.body);
}

export async function doneOf({ out }: World, job: string): Promise<Done> {
  return JSON.parse((await textOf(out, jobKeys(job).done)) ?? 'null') as Done;
}

/** Rows of a job without what differs from run to run. */
export async function rowsOf({ out }: World, job: string) {
  const text = (await textOf(out, jobKeys(job).results)) ?? '';
  return linesOf<Row>(text).map(timeless);
}

export function linesOf<Line>(text: string): Line[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
}

export function timeless({ ms_parse: _p, ms_solve: _s, peak_mb: _m, ...row }: Row) {
  return row;
}

/** All objects of a job but its parts, which hold times: name below the job, text. */
export async function treeOf({ out }: World, job: string): Promise<Record<string, string>> {
  const { root } = jobKeys(job);
  const tree: Record<string, string> = {};
  for await (const { key } of out.list(root)) {
    const name = key.slice(root.length);
    if (/^answers\/|^errors\.jsonl$|^summary\.json$/.test(name)) {
      tree[name] = (await textOf(out, key)) ?? '';
    }
  }
  return tree;
}

/** The objects whose keys are of a kind, as text, by their keys. */
export async function objectsOf(store: ObjectStore, kind: RegExp): Promise<Record<string, string>> {
  const objects: Record<string, string> = {};
  for await (const { key } of store.list('')) {
    if (kind.test(key)) objects[key] = (await textOf(store, key)) ?? '';
  }
  return objects;
}

export { inboxPath };
