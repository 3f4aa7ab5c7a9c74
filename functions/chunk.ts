import * as v from 'valibot';
import { chunkStep } from './job/chunk-step.ts';
import { JobId } from './shared/job-id.ts';
import { lambda } from './shared/lambda.ts';
import { common, readSettings } from './shared/settings.ts';
import { bucketsOf, worldOf } from './shared/world.ts';

const Event = v.object({ job: JobId, round: v.number(), chunk: v.number() });

/** Solves one chunk and returns null: its results are in storage. */
export const handler = lambda(
  Event,
  () => bucketsOf(readSettings(common)),
  async (event, buckets, { context, log, count }) => {
    log.appendKeys({ ...event });
    const outcome = await chunkStep(worldOf(buckets, context), event);
    count('Chunks');
    log.info('chunk', { outcome });
    return null;
  },
);
