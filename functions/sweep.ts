import * as v from 'valibot';
import { sweepStep } from './job/sweep-step.ts';
import { lambda } from './shared/lambda.ts';
import { StateMachine } from './shared/machine.ts';
import { common, readSettings, withMachine, withQueue } from './shared/settings.ts';
import { UploadQueue } from './shared/upload-queue.ts';
import { bucketsOf } from './shared/world.ts';

const Event = v.object({
  time: v.pipe(v.string(), v.isoTimestamp()),
  /** In seconds, of events and jobs alike: 0 where nobody else can be at work, as at a start. */
  patience: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
});

/** Events come within a minute, as a rule; a function and its queue need half an hour at the most. */
const EVENT_PATIENCE = 5 * 60_000;
const JOB_PATIENCE = 45 * 60_000;

/** Looks after uploads whose event never came, and after jobs that nobody works on. */
export const handler = lambda(
  Event,
  () => {
    const settings = readSettings({ ...common, ...withMachine, ...withQueue });
    const queue = new UploadQueue(settings.NIMBUS_QUEUE);
    const machine = new StateMachine(settings.NIMBUS_MACHINE);
    return { settings, buckets: bucketsOf(settings), queue, machine };
  },
  async ({ time, patience }, { settings, buckets, queue, machine }, { log, count }) => {
    const own = patience === undefined ? undefined : patience * 1000;
    const how = {
      bucket: settings.NIMBUS_IN,
      eventPatience: own ?? EVENT_PATIENCE,
      jobPatience: own ?? JOB_PATIENCE,
      now: Date.parse(time),
    };
    const rescues = await sweepStep(buckets, queue, machine, how);
    count('Rescues', rescues.uploads + rescues.jobs + rescues.givenUp.length);
    if (rescues.givenUp.length > 0) count('JobsGivenUp', rescues.givenUp.length);
    for (const job of rescues.givenUp) log.error('job given up', { job });
    log.info('swept', { ...rescues });
    return rescues;
  },
);
