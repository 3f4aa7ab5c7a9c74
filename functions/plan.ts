import * as v from 'valibot';
import { planStep } from './job/plan-step.ts';
import { JobId } from './shared/job-id.ts';
import { lambda } from './shared/lambda.ts';
import { common, readSettings } from './shared/settings.ts';
import { bucketsOf, worldOf } from './shared/world.ts';

const Round = v.object({
  next: v.literal('round'),
  round: v.number(),
  chunks: v.array(v.number()),
  left: v.number(),
  stuck: v.number(),
});

const Event = v.object({ job: JobId, plan: v.exactOptional(Round) });

/** Plans a job, closes a finished round, and says which chunks are missing. */
export const handler = lambda(
  Event,
  () => bucketsOf(readSettings(common)),
  async (event, buckets, { context, log }) => {
    log.appendKeys({ job: event.job });
    const next = await planStep(worldOf(buckets, context), event);
    log.info('planned', next.next === 'round' ? { ...next, chunks: next.chunks.length } : next);
    return next;
  },
);
