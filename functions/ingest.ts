import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { ingestMessage } from './job/ingest-message.ts';
import { lambda } from './shared/lambda.ts';
import { StateMachine } from './shared/machine.ts';
import { common, readSettings, withChunks, withMachine, withSpot } from './shared/settings.ts';
import { bucketsOf, worldOf } from './shared/world.ts';

const Event = v.looseObject({
  Records: v.array(v.looseObject({ messageId: v.string(), body: v.string() })),
});

/** Uploads to the inbox, by way of the queue: small ones are solved here, large ones started. */
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
    const ingest = async ({ messageId, body }: SQSRecord) => {
      try {
        await ingestMessage(world, machine, body, { ...how, tools });
      } catch (error) {
        // The queue hears only that the message failed.
        tools.log.error('message failed', { messageId, error: error as Error });
        throw error;
      }
    };
    return processPartialResponse(
      event as unknown as SQSEvent,
      ingest,
      new BatchProcessor(EventType.SQS),
      { throwOnFullBatchFailure: false, context: tools.context },
    );
  },
);
