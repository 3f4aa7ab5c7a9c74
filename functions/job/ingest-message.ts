import { echo } from '../../core/text/echo.ts';
import { isOurs } from '../../io/keys.ts';
import type { Tools } from '../shared/lambda.ts';
import type { World } from './chunk-step.ts';
import { type IngestSettings, ingestStep, type Machine } from './ingest-step.ts';
import { toldBy } from './s3-events.ts';
import { type Announced, reject } from './take-upload.ts';

export interface MessageSettings extends IngestSettings {
  /** The bucket of the inbox, by its name. */
  readonly bucket: string;
  /** The bucket of the results, by its name. */
  readonly results: string;
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
  if (isLoop(upload, settings)) {
    // Nothing is written: it would come back as the next event.
    log.error('loop-guard', { rule: 'loop-guard', bucket: echo(bucket), key: echo(key) });
    count('LoopGuard');
    return;
  }
  if (bucket !== settings.bucket) {
    const allowed = `uploads to ${settings.bucket}`;
    const found = echo(bucket);
    await reject(world.out, upload, { rule: 'unknown-bucket', found, allowed, ofBucket: bucket });
    count('UnknownBucket');
    return;
  }
  const ingested = await ingestStep(world, machine, upload, settings);
  count(METRICS[ingested.kind]);
  if ('isOther' in ingested && ingested.isOther) {
    log.warn('another object than was announced', { job: ingested.job, key: echo(key) });
    count('Replaced');
  }
  log.info('upload', { ...ingested, key: echo(key) });
}

/** Whether an event tells of what functions write, by a notification that should not be there. */
function isLoop({ bucket, key }: Announced, settings: MessageSettings): boolean {
  if (bucket === settings.bucket) return isOurs(key);
  return bucket === settings.results;
}

const METRICS = {
  ignored: 'Ignored',
  rejected: 'Rejected',
  done: 'Repeated',
  solved: 'Solved',
  cancelled: 'Cancelled',
  failed: 'JobsFailed',
  started: 'Started',
} as const;
