import * as v from 'valibot';
import { carefulStep } from './careful/careful-step.ts';
import { chunkStep } from './job/chunk-step.ts';
import { JobId } from './shared/job-id.ts';
import { lambda } from './shared/lambda.ts';
import { common, readSettings } from './shared/settings.ts';
import { bucketsOf, carefulWorldOf, worldOf } from './shared/world.ts';

const Event = v.object({
  job: JobId,
  round: v.number(),
  chunk: v.number(),
  /** As plan answers it; executions that began with an older definition have none. */
  stuck: v.optional(v.number(), 0),
});

/** Solves one chunk and returns null: its results are in storage. */
export const handler = lambda(
  Event,
  () => {
    const settings = readSettings(common);
    return { settings, buckets: bucketsOf(settings) };
  },
  async ({ stuck, ...event }, { settings, buckets }, tools) => {
    const { context, log, count } = tools;
    log.appendKeys({ ...event });
    const outcome =
      stuck > 0
        ? await carefulStep(carefulWorldOf(buckets, settings, tools), event)
        : await chunkStep(worldOf(buckets, context), event);
    count('Chunks');
    log.info('chunk', { outcome, stuck });
    return null;
  },
);
