import { Aws, Duration } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type CfnQueuePolicy, Queue, QueueEncryption, type QueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledgeLastStop } from './acknowledgements.ts';
import { arns, names } from './names.ts';
import { KEEP, MOST_RECEIVES, VISIBILITY_PER_TIMEOUT } from './settings.ts';

export interface Queues {
  readonly ingest: Queue;
  /** Uploads that no attempt could take in. */
  readonly deadLetters: Queue;
  /** Planned runs that could not be started. */
  readonly unfiredSchedules: Queue;
  /** S3 checks when it is told of a queue that it may send there; so the policy comes first. */
  readonly policy: CfnQueuePolicy;
}

/** @param ingestSeconds the time limit of the function that the queue feeds */
export function queues(scope: Construct, ingestSeconds: number): Queues {
  const deadLetters = deadLetterQueue(scope, 'dead-letters', names.deadLetters);
  const unfiredSchedules = deadLetterQueue(scope, 'unfired-schedules', names.unfiredSchedules);
  acknowledgeLastStop(unfiredSchedules);
  const ingest = new Queue(scope, 'ingest-queue', {
    queueName: names.queue,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(VISIBILITY_PER_TIMEOUT * ingestSeconds),
    retentionPeriod: Duration.days(KEEP.deadLetters),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: MOST_RECEIVES },
  });
  ingest.addToResourcePolicy(uploads());
  const policy = (ingest.node.findChild('Policy') as QueuePolicy).node
    .defaultChild as CfnQueuePolicy;
  return { ingest, deadLetters, unfiredSchedules, policy };
}

function deadLetterQueue(scope: Construct, id: string, queueName: string): Queue {
  return new Queue(scope, id, {
    queueName,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(KEEP.deadLetters),
  });
}

/** S3 may send for this one bucket of this account. */
function uploads(): PolicyStatement {
  return new PolicyStatement({
    sid: 'Uploads',
    effect: Effect.ALLOW,
    principals: [new ServicePrincipal('s3.amazonaws.com')],
    actions: ['sqs:SendMessage'],
    resources: [arns.queue(names.queue)],
    conditions: {
      ArnEquals: { 'aws:SourceArn': arns.bucket('in') },
      StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
    },
  });
}
