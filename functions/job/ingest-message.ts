import type { Tools } from '../shared/lambda.ts';
import type { World } from './chunk-step.ts';
import { type IngestSettings, ingestStep, type Machine } from './ingest-step.ts';
import { toldBy } from './s3-events.ts';
import { type Announced, reject } from './take-upload.ts';

export interface MessageSettings extends IngestSettings {
  /** The bucket of the inbox, by its name. */
  readonly bucket: string;
  readonly tools: Pick<Tools, 'log' | 'count'>;
}

/**
 * Takes on every upload that a message announces. What cannot be done makes the whole message fail, after
 * all others are done: it comes again, and then to the dead letters, and the others do no harm twice.
 */
export async function ingestMessage(
  world: World,
  machine: Machine,
  body: string,
  settings: MessageSettings,
): Promise<void> {
  const failures: Error[] = [];
  for (const told of toldBy(body)) {
    if (told.kind === 'malformed') failures.push(told.error);
    else if (told.kind === 'other') settings.tools.count('Ignored');
    else {
      await ingestUpload(world, machine, told.upload, settings).catch((error: Error) =>
        failures.push(error),
      );
    }
  }
  const [first, second] = failures;
  if (first === undefined) return;
  throw second === undefined ? first : new AggregateError(failures, first.message);
}

async function ingestUpload(
  world: World,
  machine: Machine,
  upload: Announced,
  settings: MessageSettings,
): Promise<void> {
  const { log, count } = settings.tools;
  const { bucket, key } = upload;
  if (bucket !== settings.bucket) {
    // An event from the bucket that results go to would start an endless loop.
    const allowed = `uploads to ${settings.bucket}`;
    await reject(world.out, upload, { rule: 'unknown-bucket', found: bucket, allowed });
    count('UnknownBucket');
    return;
  }
  const ingested = await ingestStep(world, machine, upload, settings);
  count(METRICS[ingested.kind]);
  log.info('upload', { ...ingested, key: key.slice(0, 200) });
}

const METRICS = {
  ignored: 'Ignored',
  rejected: 'Rejected',
  done: 'Repeated',
  solved: 'Solved',
  started: 'Started',
} as const;
