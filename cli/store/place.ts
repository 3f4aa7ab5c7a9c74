import type { Buckets } from '../../functions/job/manifest.ts';
import type { StateMachine } from '../../functions/shared/machine.ts';
import type { Stack } from '../../local/stack.ts';
import { RefusedError } from '../failures.ts';
import {
  DEFAULT_STORE,
  type JobAddress,
  machineArnOf,
  parseStore,
  placeOfBucket,
  type StoreAddress,
  storeText,
} from './address.ts';

/** Flags that say where uploads and results lie. */
export interface StoreFlags {
  readonly store?: string;
  readonly profile?: string;
  readonly region?: string;
}

/** Storage as a verb sees it, with what works on it. */
export interface Place {
  readonly address: StoreAddress;
  readonly buckets: Buckets;
  /** Name of the bucket of uploads. */
  readonly inbox: string;
  /** Who works: a stack in this process, one elsewhere, or nobody. */
  readonly worker: 'here' | 'elsewhere' | 'nobody';
  /** The state machine of a job by what its manifest says; null where only storage is within reach. */
  readonly machine: (arn?: string | null) => Promise<StateMachine | null>;
  /** Invokes a function; null where only storage is within reach. */
  readonly invoke: Stack['invoke'] | null;
  /** A command to try next, with the store where it is not the usual one. */
  readonly command: (words: string) => string;
  /** Resolves when the functions that run now in this process have said their last words. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What a verb needs: storage that is there, storage that may be new, or somebody who works on it as well. */
export type Need = 'storage' | 'new-storage' | 'work';

/** The store of a job's own address, else of the flag, the environment or the default. */
export function storeOf({ store }: StoreFlags, job?: JobAddress): StoreAddress {
  const own = job?.store ?? null;
  if (own !== null) return own;
  return parseStore(store ?? (process.env['NIMBUS_STORE'] || DEFAULT_STORE));
}

/** `nimbus WORDS`, so that it finds this store from where the user stands. */
export function commandOn(address: StoreAddress, words: string): string {
  if (JSON.stringify(address) === JSON.stringify(storeOf({}))) return `nimbus ${words}`;
  return `nimbus ${words} --store ${storeText(address)}`;
}

/** Opens a store. Nothing of the SDK of AWS is loaded before. Throws RefusedError where there is no data. */
export async function openPlace(
  address: StoreAddress,
  flags: StoreFlags,
  need: Need,
): Promise<Place> {
  return address.kind === 's3' ? openBuckets(address, flags) : openFolder(address, need);
}

async function openFolder(
  address: Extract<StoreAddress, { kind: 'folder' }>,
  need: Need,
): Promise<Place> {
  const { data } = address;
  const command = (words: string) => commandOn(address, words);
  const { answeringOn } = await import('../../local/data-folder.ts');
  const { IN_BUCKET } = await import('../../local/buckets.ts');
  const running = await answeringOn(data);
  if (running === null && need !== 'work') {
    const { hasData, openStorage } = await import('../../local/storage.ts');
    if (need === 'storage' && !hasData(data)) throw noData(data);
    const { buckets, close } = await openStorage(data);
    const nothing = { machine: async () => null, invoke: null, settled: async () => undefined };
    return { address, command, buckets, inbox: IN_BUCKET, worker: 'nobody', ...nothing, close };
  }
  const { openStack } = await import('../../local/attach.ts');
  const stack = await openStack({ data });
  const isLasting = !stack.isOwn && running?.lasting === true;
  return {
    address,
    command,
    buckets: stack.buckets,
    inbox: IN_BUCKET,
    worker: isLasting ? 'elsewhere' : 'here',
    machine: async () => stack.machine,
    invoke: (name, event) => stack.invoke(name, event),
    settled: () => stack.settled(),
    close: () => stack.close(),
  };
}

function noData(data: string): RefusedError {
  return new RefusedError(
    `${data}: not-found: found no data of nimbus, allowed the folder that nimbus submit or nimbus dev used; ` +
      'name it with --store, or a bucket: --store s3://BUCKET',
  );
}

async function openBuckets(
  address: Extract<StoreAddress, { kind: 's3' }>,
  flags: StoreFlags,
): Promise<Place> {
  setEnvironment(address.out, flags);
  const { openStore } = await import('../../io/stores/open-store.ts');
  const { inbox, out } = address;
  return {
    address,
    command: (words) => commandOn(address, words),
    buckets: { inbox: openStore(inbox), out: openStore(out) },
    inbox,
    worker: 'elsewhere',
    machine: (arn = null) => machineOf(machineArnOf(out) ?? arn),
    invoke: null,
    settled: async () => undefined,
    close: async () => undefined,
  };
}

/** What the SDK reads when its clients are made. */
export function setEnvironment(bucket: string, { profile, region }: StoreFlags): void {
  if (profile !== undefined) process.env['AWS_PROFILE'] = profile;
  const known = region ?? (process.env['AWS_REGION'] || placeOfBucket(bucket)?.region);
  if (known !== undefined) process.env['AWS_REGION'] = known;
}

/** An endpoint of one's own for S3 alone has no state machine behind it. */
export function hasOwnEndpoint(service: string): boolean {
  const { env } = process;
  return !env[`AWS_ENDPOINT_URL_${service}`] && Boolean(env['AWS_ENDPOINT_URL']);
}

async function machineOf(arn: string | null): Promise<StateMachine | null> {
  if (arn === null || hasOwnEndpoint('SFN')) return null;
  const { StateMachine } = await import('../../functions/shared/machine.ts');
  return new StateMachine(arn);
}
