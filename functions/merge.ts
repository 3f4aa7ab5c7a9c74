import * as v from 'valibot';
import { mergeStep } from './job/merge-step.ts';
import { JobId } from './shared/job-id.ts';
import { lambda } from './shared/lambda.ts';
import { common, readSettings } from './shared/settings.ts';
import { bucketsOf, worldOf } from './shared/world.ts';

const Event = v.object({ job: JobId });

/** Puts a finished job together and writes DONE.json last. */
export const handler = lambda(
  Event,
  () => bucketsOf(readSettings(common)),
  async (event, buckets, { context, log, count }) => {
    log.appendKeys({ job: event.job });
    await mergeStep(worldOf(buckets, context), event);
    count('JobsDone');
    log.info('done');
    return null;
  },
);
