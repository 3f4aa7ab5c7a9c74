import * as v from 'valibot';
import { ingestMessage } from './job/ingest-message.ts';
import { lambda } from './shared/lambda.ts';
import { StateMachine } from './shared/machine.ts';
import { common, readSettings, withChunks, withMachine, withSpot } from './shared/settings.ts';
import { bucketsOf, worldOf } from './shared/world.ts';

const Event = v.looseObject({
  Records: v.array(v.looseObject({ messageId: v.string(), body: v.string() })),
});

/**
 * Uploads to the inbox, by way of the queue: small ones are solved here, large ones started. Only messages
 * that failed come again.
 */
export const handler = lambda(
  Event,
  () => {
    const settings = readSettings({ ...common, ...withMachine, ...withChunks, ...withSpot });
    const machine = new StateMachine(settings.NIMBUS_MACHINE);
    return { settings, buckets: bucketsOf(settings), machine };
  },
  async (event, { settings, buckets, machine }, tools) => {
    const world = worldOf(buckets, tools.context);
    const how = {
      bucket: settings.NIMBUS_IN,
      results: settings.NIMBUS_OUT,
      machine: settings.NIMBUS_MACHINE,
      chunkSeconds: settings.NIMBUS_CHUNK_SECONDS,
      spotSeconds: settings.NIMBUS_SPOT_SECONDS,
    };
    const failures = await Promise.all(
      event.Records.map(async ({ messageId, body }) => {
        try {
          await ingestMessage(world, machine, body, { ...how, tools });
          return [];
        } catch (error) {
          // The queue hears only that the message failed.
          tools.log.error('message failed', { messageId, error: error as Error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  },
);
