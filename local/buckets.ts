import {
  CreateBucketCommand,
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Buckets } from '../functions/job/manifest.ts';
import { INBOX } from '../io/keys.ts';
import { S3Store, s3Client } from '../io/stores/s3-store.ts';

export const REGION = 'us-east-1';
/** The key of the local endpoint, which is open to this machine alone. */
export const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
export const IN_BUCKET = 'nimbus-in';
export const OUT_BUCKET = 'nimbus-out';

export function localClient(url: string): S3Client {
  return s3Client({ endpoint: url, region: REGION, credentials: CREDENTIALS });
}

export function localBuckets(client: S3Client): Buckets {
  return { inbox: new S3Store(IN_BUCKET, client), out: new S3Store(OUT_BUCKET, client) };
}

/** Makes the two buckets, and lets uploads to the inbox be announced on a queue, as the stack on AWS does. */
export async function setUpBuckets(client: S3Client, queueArn: string): Promise<void> {
  await makeBuckets(client);
  const current = await client.send(
    new GetBucketNotificationConfigurationCommand({ Bucket: IN_BUCKET }),
  );
  // Whoever sets it is sent a test message each time.
  if (current.QueueConfigurations?.[0]?.QueueArn === queueArn) return;
  const FilterRules = [{ Name: 'prefix' as const, Value: INBOX }];
  const QueueConfigurations = [
    {
      Id: 'uploads',
      QueueArn: queueArn,
      Events: ['s3:ObjectCreated:*' as const],
      Filter: { Key: { FilterRules } },
    },
  ];
  const NotificationConfiguration = { QueueConfigurations };
  await client.send(
    new PutBucketNotificationConfigurationCommand({ Bucket: IN_BUCKET, NotificationConfiguration }),
  );
}

/** Makes the two buckets where they are not there. */
export async function makeBuckets(client: S3Client): Promise<void> {
  for (const Bucket of [IN_BUCKET, OUT_BUCKET]) await create(client, Bucket);
}

async function create(client: S3Client, Bucket: string): Promise<void> {
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
  } catch (error) {
    if (!/^BucketAlready/.test((error as Error).name)) throw error;
  }
}
