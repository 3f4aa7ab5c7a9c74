import * as v from 'valibot';
import { failStep } from './job/fail-step.ts';
import { JobId } from './shared/job-id.ts';
import { lambda } from './shared/lambda.ts';
import { common, readSettings } from './shared/settings.ts';
import { bucketsOf, worldOf } from './shared/world.ts';

const Event = v.object({
  job: JobId,
  error: v.object({ Error: v.string(), Cause: v.optional(v.string(), '') }),
});

/** Ends a job that failed for good: its missing instances get error rows with the cause. */
export const handler = lambda(
  Event,
  () => bucketsOf(readSettings(common)),
  async (event, buckets, { context, log, count }) => {
    log.appendKeys({ job: event.job });
    await failStep(worldOf(buckets, context), event);
    count('JobsFailed');
    log.error('job failed', { reason: event.error.Error });
    return null;
  },
);
