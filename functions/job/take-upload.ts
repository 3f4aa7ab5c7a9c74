import { gameOfPath } from '../../core/games/of-path.ts';
import { VERSION } from '../../core/version.ts';
import { fileKind } from '../../io/file-kinds.ts';
import { claimKey, finishedKey, INBOX, inboxPath, jobKeys, rejectedKey } from '../../io/keys.ts';
import { isPack } from '../../io/pack.ts';
import type { ObjectHead, ObjectStore } from '../../io/stores/object-store.ts';
import {
  type JobOptions,
  jobId,
  optionsFrom,
  solversOf,
  type UploadName,
  uploadHash,
} from '../../io/uploads.ts';
import type { World } from './chunk-step.ts';
import type { Buckets, Kind, Manifest } from './manifest.ts';
import { wholeBody } from './whole-body.ts';

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

/** How jobs are set up. */
export interface JobSettings {
  readonly machine: string | null;
  readonly chunkSeconds: number;
  /** Versions of the solvers for a game. */
  readonly solversOf?: (game: string | null) => string;
}

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
  if (head === null) return reject(world.out, announced, GONE);
  const upload = { bucket, key, version: version ?? head.version, etag: head.etag };
  const manifest = await manifestOf(world, { upload, head }, settings);
  if ('rule' in manifest) return reject(world.out, announced, { ...manifest, etag: head.etag });
  const isOther = announced.etag !== undefined && announced.etag !== head.etag;
  return { ...(await claim(world.out, manifest)), isOther };
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

function reasonToIgnore(key: string): string | null {
  if (!key.startsWith(INBOX)) return 'not below inbox/';
  if (key.endsWith('/')) return 'a folder marker';
  const kind = fileKind(inboxPath(key));
  if (kind === 'answer') return 'an answer';
  return kind === 'other' ? 'not an instance by its name' : null;
}

/** Why an upload as a whole is refused. */
interface Refusal {
  readonly rule: string;
  readonly found: string;
  readonly allowed: string;
  readonly hint?: string;
}

const GONE: Refusal = {
  rule: 'input-gone',
  found: 'no object of that key any more',
  allowed: 'an object that stays where it is until its job is done',
};

/** Bytes of an upload that is read as a whole by one function. */
const LARGEST = 512 * 1024 * 1024;

function refusalOf(key: string, { size }: ObjectHead): Refusal | null {
  if (fileKind(key) === 'container') {
    const hint = 'upload the files themselves, or pack a folder with: nimbus submit';
    return { rule: 'container', found: 'an archive', allowed: 'files and JSON Lines', hint };
  }
  if (size <= LARGEST) return null;
  return { rule: 'too-large', found: `${size} bytes`, allowed: `${LARGEST} bytes` };
}

function wrongOptions(found: string): Refusal {
  const allowed =
    'nimbus-game, nimbus-lenient, nimbus-ext and nimbus-tolerate, as nimbus submit writes them';
  return { rule: 'options', found: `the metadata ${found}`, allowed };
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

/** An upload that is there. */
interface Found {
  readonly upload: UploadName;
  readonly head: ObjectHead;
}

/** The manifest of the job that solves an upload, or why it is refused. */
export async function manifestOf(
  { inbox }: Buckets,
  { upload, head }: Found,
  settings: JobSettings,
): Promise<Manifest | Refusal> {
  const refusal = refusalOf(upload.key, head);
  if (refusal !== null) return refusal;
  const options = optionsFrom(head.metadata);
  if (typeof options === 'string') return wrongOptions(options);
  const file = inboxPath(upload.key);
  const kind = await kindOf(inbox, upload, head.size);
  const game = gameOfUpload(upload.key, kind, options);
  const solvers = (settings.solversOf ?? solversOf)(game);
  const { machine, chunkSeconds } = settings;
  return {
    v: 1,
    job: jobId(upload, game, options, solvers),
    upload: { ...upload, size: head.size },
    file,
    kind,
    game,
    options,
    solvers,
    version: VERSION,
    machine,
    chunkSeconds,
    created: new Date().toISOString(),
  };
}

/** The game of an upload as far as its name and its options tell. A pack says it line by line. */
export function gameOfUpload(key: string, kind: Kind, options: JobOptions): string | null {
  if (kind === 'pack') return null;
  return options.game ?? gameOfPath(inboxPath(key))?.game ?? null;
}

/** Longer than the first line of a pack. */
const ENOUGH_TO_TELL = 64;

async function kindOf(
  inbox: ObjectStore,
  { key, version }: UploadName,
  size: number,
): Promise<Kind> {
  if (fileKind(key) !== 'json-lines') return 'file';
  const range = { start: 0, end: Math.min(size, ENOUGH_TO_TELL) };
  const start = await inbox.get(key, { range, version });
  if (start === null) return 'lines';
  return isPack(wholeBody(inbox, key, start, range.end)) ? 'pack' : 'lines';
}
