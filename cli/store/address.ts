import { INBOX, JOBS } from '../../io/keys.ts';
import { UsageError } from '../failures.ts';

/** Where uploads and results lie: the data of a local stack, or two buckets. */
export type StoreAddress =
  | { readonly kind: 'folder'; readonly data: string }
  | { readonly kind: 's3'; readonly inbox: string; readonly out: string };

/** The data folder of `nimbus dev`. */
export const DEFAULT_STORE = '.nimbus';

/** The data folder of a local stack: as the flag says it, or the environment, or the default. */
export function dataFolder(flag: string | undefined): string {
  const { NIMBUS_STORE: store = '' } = process.env;
  return flag ?? (store !== '' && !store.includes('://') ? store : DEFAULT_STORE);
}

const OWN_NAME = /^nimbus-(in|out)(-.*)?$/;

/** A store that uploads go to, and the prefix below the inbox, with a slash at its end or empty. */
export interface Target {
  readonly store: StoreAddress;
  readonly prefix: string;
}

/**
 * `FOLDER`, `s3://BUCKET` of either bucket of nimbus, or `s3://IN,s3://OUT`. Throws UsageError for
 * anything else.
 */
export function parseStore(text: string): StoreAddress {
  const { store, prefix } = parseTarget(text);
  if (prefix === '') return store;
  throw new UsageError(`--store: found the path '${prefix}', allowed a bucket without one`);
}

/** The same with a prefix of the inbox: `s3://BUCKET/prefix`. */
export function parseTarget(text: string): Target {
  if (!text.includes('://')) return { store: { kind: 'folder', data: text }, prefix: '' };
  const [first = '', second, ...more] = text.split(',');
  const inbox = bucketAndPath(first);
  if (second === undefined) return { store: pairOf(inbox.bucket), prefix: prefixOf(inbox.path) };
  const out = bucketAndPath(second);
  if (more.length > 0 || out.path !== '') {
    throw new UsageError(`store: found '${text}', allowed s3://IN,s3://OUT`);
  }
  const store = { kind: 's3', inbox: inbox.bucket, out: out.bucket } as const;
  return { store, prefix: prefixOf(inbox.path) };
}

/** A store as --store takes it. */
export function storeText(store: StoreAddress): string {
  if (store.kind === 'folder') return store.data;
  const { inbox, out } = store;
  const isPair = OWN_NAME.test(out) && out.replace('nimbus-out', 'nimbus-in') === inbox;
  return isPair ? `s3://${out}` : `s3://${inbox},s3://${out}`;
}

function bucketAndPath(text: string): { readonly bucket: string; readonly path: string } {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s.exec(text);
  if (match !== null) return { bucket: match[1] as string, path: match[2] ?? '' };
  throw new UsageError(`store: found '${text}', allowed a folder or s3://BUCKET`);
}

/** Both buckets by the name of one. */
function pairOf(bucket: string): StoreAddress {
  const rest = OWN_NAME.exec(bucket)?.[2] ?? '';
  if (OWN_NAME.test(bucket)) {
    return { kind: 's3', inbox: `nimbus-in${rest}`, out: `nimbus-out${rest}` };
  }
  throw new UsageError(
    `store: found the bucket ${bucket}, allowed nimbus-in… or nimbus-out…, or both by name: s3://IN,s3://OUT`,
  );
}

/** Below the inbox, whether or not the user says so. */
function prefixOf(path: string): string {
  const below = path.startsWith(INBOX) ? path.slice(INBOX.length) : path;
  return below === '' || below.endsWith('/') ? below : `${below}/`;
}

/** A job as a user names it: by its id, or by the key of its upload. */
export type JobAddress =
  | { readonly kind: 'job'; readonly job: string; readonly store: StoreAddress | null }
  | { readonly kind: 'upload'; readonly key: string; readonly store: StoreAddress | null };

const JOB_ID = /^[a-z][a-z0-9-]*-[0-9a-f]{16}(\/g([2-9]|[1-9]\d+))?$/;

/** `ID`, `ID/g2`, `s3://BUCKET/jobs/ID/`, `inbox/KEY` or `s3://BUCKET/inbox/KEY`. Throws UsageError. */
export function parseJob(text: string): JobAddress {
  const { bucket, path } = text.includes('://')
    ? bucketAndPath(text)
    : { bucket: null, path: text };
  const store = bucket === null ? null : pairOf(bucket);
  if (path.startsWith(INBOX)) return { kind: 'upload', key: path, store };
  const inBucket = path.startsWith(JOBS) ? path.slice(JOBS.length) : bucket === null ? path : '';
  const job = inBucket.replace(/\/$/, '');
  if (JOB_ID.test(job)) return { kind: 'job', job, store };
  throw new UsageError(
    `JOB: found '${text}', allowed a job id such as delete-nim-0123456789abcdef, s3://BUCKET/jobs/ID, or inbox/KEY`,
  );
}

/** What the name of a bucket tells of where its stack is; null for other names. */
export function placeOfBucket(
  bucket: string,
): { readonly account: string; readonly region: string } | null {
  const match = /^nimbus-(?:in|out)-(\d{12})-([a-z]{2}(?:-[a-z]+)+-\d)$/.exec(bucket);
  return match === null ? null : { account: match[1] as string, region: match[2] as string };
}

/** ARN of the state machine of a stack. */
export function machineArnOf(bucket: string): string | null {
  const place = placeOfBucket(bucket);
  if (place === null) return null;
  const { account, region } = place;
  return `arn:${partitionOf(region)}:states:${region}:${account}:stateMachine:nimbus`;
}

/** The first part of ARNs in a region. */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
