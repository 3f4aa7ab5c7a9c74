import { setTimeout as wait } from 'node:timers/promises';
import { echo } from '../core/text/echo.ts';
import type { Context } from './context.ts';
import { RefusedError, UsageError } from './failures.ts';
import { onInterrupt } from './interrupt.ts';
import { findJob } from './job/generations.ts';
import { checkedFilter, type LogQuery, shownLine } from './job/log-lines.ts';
import type { LogsFlags } from './job-flags.ts';
import { type JobAddress, parseJob, placeOfBucket, type StoreAddress } from './store/address.ts';
import { LocalLogs, type PrintedLine } from './store/local-logs.ts';
import { hasOwnEndpoint, openPlace, setEnvironment, storeOf } from './store/place.ts';
import { writeOut } from './streams.ts';

/** Milliseconds between two looks with --tail. */
const EVERY = { folder: 500, s3: 3_000 } as const;
/** How long ago the first line may be, where nothing is said of it: nimbus keeps them no longer. */
const SINCE_EVER = 0;
const LONGEST_SHOWN = 2_000;

/** `nimbus logs JOB`: what the functions have logged of a job. */
export default async function logs(this: Context, flags: LogsFlags, name: string): Promise<void> {
  const address = parseJob(name);
  if (address.kind !== 'job') throw new UsageError(`JOB: found '${name}', allowed a job id`);
  const store = storeOf(flags, address);
  const source = await sourceOf(store, flags);
  const since = flags.since === undefined ? SINCE_EVER : Date.now() - flags.since;
  const query: LogQuery = { job: address.job, since, filter: checkedFilter(flags.filter) };
  const release = onInterrupt(
    () => 'stopped',
    async () => undefined,
  );
  let printed = 0;
  try {
    do {
      for (const { line, text } of await source(query)) {
        printed++;
        writeOut(`${flags.json ? text : echo(shownLine(line), LONGEST_SHOWN)}\n`);
      }
      if (flags.tail) await wait(EVERY[store.kind]);
    } while (flags.tail);
    if (printed === 0) await refuseUnknown(address, flags);
  } finally {
    release();
  }
}

/** Throws RefusedError where there is no such job: nothing to show would look like a quiet one. */
async function refuseUnknown(address: JobAddress, flags: LogsFlags): Promise<void> {
  const place = await openPlace(storeOf(flags, address), flags, 'storage');
  try {
    await findJob(place, address);
  } finally {
    await place.close();
  }
}

type Source = (query: LogQuery) => Promise<Iterable<PrintedLine>>;

async function sourceOf(store: StoreAddress, flags: LogsFlags): Promise<Source> {
  if (store.kind === 'folder') {
    const local = new LocalLogs(store.data);
    return async (query) => local.next(query);
  }
  if (placeOfBucket(store.out) === null || hasOwnEndpoint('CLOUDWATCH_LOGS')) {
    throw new RefusedError(
      `logs: no-logs: found the bucket ${store.out}, whose functions log nowhere within reach; ` +
        'allowed a stack on AWS or the data folder of nimbus dev: --store FOLDER',
    );
  }
  setEnvironment(store.out, flags);
  const { CloudLogs } = await import('./store/cloud-logs.ts');
  const cloud = new CloudLogs();
  return (query) => cloud.next(query);
}
