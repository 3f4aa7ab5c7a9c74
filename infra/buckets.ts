import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CfnBucket,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { arns, bucketNames, TRIGGER_PREFIX } from './names.ts';
import type { Queues } from './queues.ts';
import { KEEP } from './settings.ts';
import { WRITE_ONCE } from './write-once.ts';

export interface Buckets {
  readonly in: Bucket;
  readonly out: Bucket;
}

const ABORTED = {
  id: 'unfinished-uploads',
  abortIncompleteMultipartUploadAfter: Duration.days(1),
};

/** For what ends up in no result: parts, rounds and suspects that carry it are removed in time. */
export const SCRATCH_TAG = { key: 'nimbus', value: 'scratch' } as const;

export function buckets(scope: Construct, queues: Queues): Buckets {
  // The cast: CDK's own classes do not meet its interfaces under exactOptionalPropertyTypes.
  const logs = new Bucket(scope, 'access-logs', {
    ...closed(bucketNames.logs),
    lifecycleRules: [ABORTED, { id: 'old-logs', expiration: Duration.days(KEEP.accessLogs) }],
  }) as IBucket;
  const inbox = new Bucket(scope, 'in', {
    ...closed(bucketNames.in),
    versioned: true,
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'in/',
    lifecycleRules: [
      ABORTED,
      { id: 'replaced-uploads', noncurrentVersionExpiration: Duration.days(KEEP.oldUploads) },
    ],
  });
  notify(inbox, queues);
  const out = new Bucket(scope, 'out', {
    ...closed(bucketNames.out),
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'out/',
    lifecycleRules: [ABORTED, scratchRule()],
  });
  out.addToResourcePolicy(writeOnce());
  return { in: inbox, out };
}

/** No public access, TLS only, encrypted, and kept when the stack goes. */
function closed(bucketName: string): BucketProps {
  return {
    bucketName,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: RemovalPolicy.RETAIN,
  };
}

/**
 * Set on the bucket itself: `addEventNotification` would do it through a custom resource, a function
 * with rights over all buckets.
 */
function notify(bucket: Bucket, { ingest, policy }: Queues): void {
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = {
    queueConfigurations: [
      {
        event: 's3:ObjectCreated:*',
        queue: ingest.queueArn,
        filter: { s3Key: { rules: [{ name: 'prefix', value: TRIGGER_PREFIX }] } },
      },
    ],
  };
  resource.addResourceDependency(policy);
}

/** By tag, since a lifecycle rule knows prefixes only and a job's parts lie beside its answers. */
function scratchRule() {
  return {
    id: 'scratch',
    prefix: 'jobs/',
    tagFilters: { [SCRATCH_TAG.key]: SCRATCH_TAG.value },
    expiration: Duration.days(KEEP.scratch),
  };
}

/**
 * Refuses a write without `If-None-Match` to a name that is written once, whoever makes it.
 * `s3:ObjectCreationOperation` lets the parts of a multipart upload through; its completion must be
 * conditional. A server-side copy to these names is refused as well.
 * Source: Amazon S3 User Guide, "Enforce conditional writes on Amazon S3 buckets".
 */
function writeOnce(): PolicyStatement {
  return new PolicyStatement({
    sid: 'WriteOnce',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['s3:PutObject'],
    resources: WRITE_ONCE.map((keys) => arns.objects('out', keys)),
    conditions: {
      Null: { 's3:if-none-match': 'true' },
      Bool: { 's3:ObjectCreationOperation': 'true' },
    },
  });
}
