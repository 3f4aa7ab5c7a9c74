import type { UploadName } from '../../io/uploads.ts';

/** The queue that uploads are announced on. */
export interface Queue {
  /** Sends messages, in any number. */
  readonly send: (messages: readonly string[]) => Promise<void>;
}

/** An event as S3 sends it when an object was written. */
export function objectCreated({ bucket, key, version, etag }: UploadName, size: number): string {
  const object = {
    // As S3 encodes keys in events: percent-encoded, with + for a blank.
    key: encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/'),
    size,
    eTag: etag,
    ...(version !== null && { versionId: version }),
  };
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    eventName: 'ObjectCreated:Put',
    s3: { s3SchemaVersion: '1.0', bucket: { name: bucket }, object },
  };
  return JSON.stringify({ Records: [record] });
}
