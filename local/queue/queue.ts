import { SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { LOOPBACK, namesLoopback, urlOf } from '../loopback.ts';

const REGION = 'us-east-1';
const ACCOUNT = '000000000000';
export const QUEUE = 'nimbus-ingest';
export const DEAD_QUEUE = 'nimbus-ingest-dead';

export interface QueueOptions {
  /** How long a message that was handed out stays hidden; AWS wants six times the time limit of ingest. */
  readonly visibilitySeconds: number;
  /** How often a message is handed out before it goes to the dead-letter queue. */
  readonly maxReceiveCount: number;
  /** 0, the default, takes any free port. */
  readonly port?: number;
}

export interface LocalQueue {
  /** For `AWS_ENDPOINT_URL_SQS`. */
  readonly url: string;
  /** Configured for this queue; lives until `close`. */
  readonly client: SQSClient;
  readonly queue: QueueAddress;
  readonly deadQueue: QueueAddress;
  /** Puts a message on a queue; throws UnknownQueueError for any queue but these two, QueueError for what SQS refuses. */
  deliver(queueArn: string, body: string): Promise<void>;
  close(): Promise<void>;
}

export interface QueueAddress {
  /** For `NIMBUS_QUEUE`. */
  readonly url: string;
  readonly arn: string;
}

/** A message for a queue that is not there. */
export class UnknownQueueError extends Error {
  override readonly name = 'UnknownQueueError';
}

/** SQS refused a message of ours. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}

/**
 * Starts an SQS endpoint on loopback with the ingest queue and its dead-letter queue. Messages live in
 * memory: what a crash takes with it, the sweep sends again, since it compares inbox and results.
 */
export async function startQueue(options: QueueOptions): Promise<LocalQueue> {
  const app = await listen(options.port ?? 0);
  const url = urlOf(app.server);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint: url, region: REGION, credentials });
  const queue = addressOf(url, QUEUE);
  const deadQueue = addressOf(url, DEAD_QUEUE);
  await createQueues(app, deadQueue, options);
  return {
    url,
    client,
    queue,
    deadQueue,
    async deliver(queueArn, body) {
      const to = [queue, deadQueue].find(({ arn }) => arn === queueArn);
      if (to === undefined) {
        throw new UnknownQueueError(`queue: found ${queueArn}, allowed ${queue.arn}`);
      }
      await request(app, 'SendMessage', { QueueUrl: to.url, MessageBody: body });
    },
    async close() {
      client.destroy();
      await app.close();
    },
  };
}

type App = Awaited<ReturnType<typeof buildApp>>;

/** Of all that the emulator offers (S3, SNS, STS, inspection) SQS alone is let through. */
async function listen(port: number): Promise<App> {
  const app = buildApp({ logger: false, defaultRegion: REGION });
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const isSqs = method === 'POST' && `${headers['x-amz-target']}`.startsWith('AmazonSQS.');
    if (isSqs && namesLoopback(headers.host)) return;
    await reply.code(403).send({ message: `${method} ${url}: allowed SQS on ${LOOPBACK} only` });
  });
  await app.listen({ port, host: LOOPBACK });
  return app;
}

async function createQueues(app: App, dead: QueueAddress, options: QueueOptions): Promise<void> {
  await request(app, 'CreateQueue', { QueueName: DEAD_QUEUE });
  const { maxReceiveCount, visibilitySeconds } = options;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount });
  const Attributes = { VisibilityTimeout: `${visibilitySeconds}`, RedrivePolicy };
  await request(app, 'CreateQueue', { QueueName: QUEUE, Attributes });
}

/** A request from within the process: six times as fast as over the wire, which counts for each upload. */
async function request(app: App, action: string, body: object): Promise<void> {
  const { statusCode, payload } = await app.inject({
    method: 'POST',
    url: '/',
    headers: {
      host: LOOPBACK,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AmazonSQS.${action}`,
    },
    payload: JSON.stringify(body),
  });
  if (statusCode !== 200) throw new QueueError(`queue: ${action}: ${statusCode} ${payload}`);
}

/** The emulator itself gives URLs below `sqs.us-east-1.localhost`, which not every system resolves. */
function addressOf(url: string, name: string): QueueAddress {
  return { url: `${url}/${ACCOUNT}/${name}`, arn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}` };
}
