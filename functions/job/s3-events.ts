import * as v from 'valibot';
import { echo } from '../../core/text/echo.ts';
import { EventError } from './errors.ts';
import type { Announced } from './take-upload.ts';

/** What a message says of one object. */
export type Told =
  | { readonly kind: 'created'; readonly upload: Announced }
  /** Nothing that makes a job: a test message, a deletion, a tag. */
  | { readonly kind: 'other'; readonly what: string }
  | { readonly kind: 'malformed'; readonly error: EventError };

const Record = v.object({
  eventName: v.string(),
  s3: v.object({
    bucket: v.object({ name: v.string() }),
    object: v.object({
      key: v.string(),
      versionId: v.optional(v.string()),
      eTag: v.optional(v.string()),
    }),
  }),
});

const Notification = v.object({ Records: v.nullish(v.array(v.unknown())) });

/** By way of EventBridge the key comes as it stands. */
const BridgeEvent = v.object({
  'detail-type': v.string(),
  detail: v.object({
    bucket: v.object({ name: v.string() }),
    object: v.object({
      key: v.string(),
      'version-id': v.optional(v.string()),
      etag: v.optional(v.string()),
    }),
  }),
});

const TopicMessage = v.object({ Type: v.literal('Notification'), Message: v.string() });

/**
 * Everything that the body of one message tells: an event of S3 with any number of records, the same by
 * way of SNS or EventBridge, or the test message of a new notification. Throws EventError for what is
 * none of them.
 */
export function toldBy(body: string): readonly Told[] {
  const message = parsed(body);
  if (v.is(TopicMessage, message)) return toldBy(message.Message);
  if (v.is(BridgeEvent, message)) return [ofBridge(message)];
  if (isTest(message)) return [{ kind: 'other', what: 's3:TestEvent' }];
  if (!Array.isArray(message) && v.is(Notification, message))
    return toldByAll(message.Records ?? []);
  throw new EventError('message: found JSON that is no event of S3, allowed an event of S3');
}

function toldByAll(records: readonly unknown[]): readonly Told[] {
  if (records.length === 0) return [{ kind: 'other', what: 'no records' }];
  return records.map(ofRecord);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new EventError(
      `message: found ${echo((error as Error).message)}, allowed an event of S3`,
    );
  }
}

function isTest(message: unknown): boolean {
  return v.is(v.object({ Event: v.literal('s3:TestEvent') }), message);
}

function ofRecord(record: unknown): Told {
  const result = v.safeParse(Record, record);
  if (!result.success) {
    const [issue] = result.issues;
    const place = v.getDotPath(issue) ?? 'record';
    const message = `record: ${place}: found ${echo(issue.received)}, allowed ${issue.expected}`;
    return { kind: 'malformed', error: new EventError(message) };
  }
  const { eventName, s3 } = result.output;
  if (!/^(s3:)?ObjectCreated:/.test(eventName)) return { kind: 'other', what: eventName };
  const key = decodedKey(s3.object.key);
  if (key instanceof EventError) return { kind: 'malformed', error: key };
  const version = s3.object.versionId ?? null;
  return {
    kind: 'created',
    upload: { bucket: s3.bucket.name, key, version, etag: s3.object.eTag },
  };
}

/** Keys are form-encoded in events of S3: `+` is a blank. */
function decodedKey(key: string): string | EventError {
  try {
    return decodeURIComponent(key.replaceAll('+', '%20'));
  } catch {
    const found = `'${echo(key)}'`;
    return new EventError(`record: s3.object.key: found ${found}, allowed a percent-encoded key`);
  }
}

function ofBridge({ detail, 'detail-type': what }: v.InferOutput<typeof BridgeEvent>): Told {
  if (what !== 'Object Created') return { kind: 'other', what };
  const { key, etag, 'version-id': version = null } = detail.object;
  return { kind: 'created', upload: { bucket: detail.bucket.name, key, version, etag } };
}
