import type { Call } from './call.ts';
import type { QueueRule } from './notifications.ts';
import type { StoredObject } from './object-table.ts';
import { formEncode } from './text-encoding.ts';

export const REGION = 'us-east-1';

/** `ObjectCreated:Put` and its like: the name of an event, without `s3:`. */
export type EventName =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload'
  | 'ObjectRemoved:Delete';

export interface ObjectEvent {
  readonly name: EventName;
  readonly object: StoredObject;
  /** Grows with each event. */
  readonly sequence: number;
}

/**
 * The message that S3 sends, as text.
 * Source: Amazon S3 User Guide, "Event message structure", event version 2.1.
 */
export function eventMessage(event: ObjectEvent, rule: QueueRule, call: Call): string {
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: REGION,
    eventTime: new Date(event.object.modified).toISOString(),
    eventName: event.name,
    userIdentity: { principalId: 'local' },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: { 'x-amz-request-id': call.requestId, 'x-amz-id-2': call.requestId },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: rule.id,
      bucket: {
        name: event.object.bucket,
        ownerIdentity: { principalId: 'local' },
        arn: `arn:aws:s3:::${event.object.bucket}`,
      },
      object: objectOf(event),
    },
  };
  return JSON.stringify({ Records: [record] });
}

function objectOf({ name, object, sequence }: ObjectEvent) {
  const removed = name.startsWith('ObjectRemoved');
  return {
    key: formEncode(object.key),
    ...(removed ? {} : { size: object.size, eTag: object.etag }),
    sequencer: sequence.toString(16).toUpperCase().padStart(18, '0'),
  };
}

/** What S3 sends to each queue of a new configuration. */
export function testMessage(bucket: string, call: Call): string {
  return JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: new Date().toISOString(),
    Bucket: bucket,
    RequestId: call.requestId,
    HostId: call.requestId,
  });
}

/** Numbers that grow, also over restarts, as long as the clock is not set back by hand. */
export class Sequence {
  #last = 0;

  next(): number {
    this.#last = Math.max(this.#last + 1, Date.now() * 1000);
    return this.#last;
  }
}
