import * as v from 'valibot';
import { scheduleStep } from './job/schedule-step.ts';
import { lambda } from './shared/lambda.ts';
import { common, readSettings, withQueue } from './shared/settings.ts';
import { UploadQueue } from './shared/upload-queue.ts';
import { bucketsOf } from './shared/world.ts';

const Event = v.object({
  schedule: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/)),
  prefix: v.pipe(v.string(), v.startsWith('inbox/')),
  time: v.pipe(v.string(), v.isoTimestamp()),
  overlap: v.exactOptional(v.picklist(['skip', 'queue', 'parallel'])),
});

/** Announces everything under a prefix that has no result by the solvers of today. */
export const handler = lambda(
  Event,
  () => {
    const settings = readSettings({ ...common, ...withQueue });
    return {
      settings,
      buckets: bucketsOf(settings),
      queue: new UploadQueue(settings.NIMBUS_QUEUE),
    };
  },
  async (event, { settings, buckets, queue }, { log, count }) => {
    const bucket = settings.NIMBUS_IN;
    const how = { bucket, machine: null, chunkSeconds: 0 };
    const run = await scheduleStep(buckets, queue, event, how);
    count('Announced', run.announced);
    log.info('schedule', { ...event, ...run });
    return run;
  },
);
