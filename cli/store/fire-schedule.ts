import { scheduleStep } from '../../functions/job/schedule-step.ts';
import type { StoredSchedule } from '../../local/cron/records.ts';
import { RefusedError } from '../failures.ts';
import { partitionOf, placeOfBucket } from './address.ts';
import { hasOwnEndpoint, type Place } from './place.ts';

/** Runs a schedule as if a planned time of it had come just now; returns how many uploads were announced. */
export async function fireNow(place: Place, schedule: StoredSchedule): Promise<number> {
  const { name, prefix, overlap } = schedule;
  const event = { schedule: name, prefix, time: new Date().toISOString(), overlap };
  if (place.invoke !== null) {
    const run = (await place.invoke('schedule', event)) as { announced: number };
    return run.announced;
  }
  const { UploadQueue } = await import('../../functions/shared/upload-queue.ts');
  const queue = new UploadQueue(queueUrlOf(place));
  const settings = { bucket: place.inbox, machine: null, chunkSeconds: 0 };
  const run = await scheduleStep(place.buckets, queue, event, settings);
  return run.announced;
}

/** Address of the queue that uploads are announced on. Throws RefusedError where nobody listens. */
function queueUrlOf({ address, inbox }: Place): string {
  const place = address.kind === 's3' ? placeOfBucket(inbox) : null;
  if (place === null || hasOwnEndpoint('SQS')) {
    throw new RefusedError(
      'schedule run: nobody-works: found storage alone, allowed a running nimbus dev or a stack on AWS; start nimbus dev first',
    );
  }
  const { account, region } = place;
  const suffix = partitionOf(region) === 'aws-cn' ? '.cn' : '';
  return `https://sqs.${region}.amazonaws.com${suffix}/${account}/nimbus-ingest`;
}
