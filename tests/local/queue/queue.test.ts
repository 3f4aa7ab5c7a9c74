import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import { pollQueue } from '../../../local/queue/poller.ts';
import { type LocalQueue, type QueueAddress, startQueue } from '../../../local/queue/queue.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The time-out is short only where a test waits for it. */
async function start(visibilitySeconds = 60): Promise<LocalQueue> {
  const local = await startQueue({ visibilitySeconds, maxReceiveCount: 2 });
  closers.push(() => local.close());
  return local;
}

/** A poller whose function answers with what `answer` makes of the bodies of a batch. */
function poll(local: LocalQueue, answer: (event: SQSEvent) => unknown, concurrency = 1) {
  const events: SQSEvent[] = [];
  const errors: unknown[] = [];
  const poller = pollQueue({
    ...local,
    concurrency,
    invoke: async (event) => {
      events.push(event as SQSEvent);
      return answer(event as SQSEvent);
    },
    onError: (error) => errors.push(error),
  });
  closers.push(() => poller.close());
  return { events, errors, poller };
}

async function sizeOf({ client }: LocalQueue, { url }: QueueAddress): Promise<number> {
  const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...names] });
  const { Attributes = {} } = await client.send(command);
  return names.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}

function bodiesOf(events: readonly SQSEvent[]): string[] {
  return events.flatMap(({ Records }) => Records.map(({ body }) => body));
}

const SHORT_VISIBILITY = 2;
/** Longer than what the visibility time-outs of a test add up to. */
const patient = { timeout: 20_000, interval: 50 };

test('a message reaches the function in the shape of Lambda and is deleted after it', async () => {
  const local = await start();
  const { events, errors } = poll(local, () => undefined);
  const MessageAttributes = { kind: { DataType: 'String', StringValue: 'probe' } };
  const QueueUrl = local.queue.url;
  await local.client.send(
    new SendMessageCommand({ QueueUrl, MessageBody: '{"ä":1}', MessageAttributes }),
  );
  await vi.waitFor(async () => expect(await sizeOf(local, local.queue)).toBe(0), patient);
  expect(events).toEqual([
    {
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: '{"ä":1}',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
            SenderId: '000000000000',
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          },
          messageAttributes: {
            kind: {
              stringValue: 'probe',
              stringListValues: [],
              binaryListValues: [],
              dataType: 'String',
            },
          },
          md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
          eventSource: 'aws:sqs',
          eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:nimbus-ingest',
          awsRegion: 'us-east-1',
        },
      ],
    },
  ]);
  expect(errors).toEqual([]);
});

test('the queue is reached by a client that knows its endpoint from the environment alone', async () => {
  const local = await start();
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', local.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  const client = new SQSClient({});
  await client.send(new SendMessageCommand({ QueueUrl: local.queue.url, MessageBody: 'sent' }));
  vi.unstubAllEnvs();
  const { events } = poll(local, () => undefined);
  await vi.waitFor(() => expect(bodiesOf(events)).toEqual(['sent']), patient);
});

test('what waits comes in batches of up to ten', async () => {
  const local = await start();
  for (let at = 0; at < 25; at++) await local.deliver(local.queue.arn, `${at}`);
  const { events } = poll(local, () => ({ batchItemFailures: [] }));
  await vi.waitFor(async () => expect(await sizeOf(local, local.queue)).toBe(0), patient);
  expect(events.map(({ Records }) => Records.length)).toEqual([10, 10, 5]);
  expect(new Set(bodiesOf(events)).size).toBe(25);
});

test('only the messages that a batch names as failed come again, and then go to the dead letters', async () => {
  const local = await start(SHORT_VISIBILITY);
  const bodies = ['good', 'poison', 'also good'];
  for (const body of bodies) await local.deliver(local.queue.arn, body);
  const { events } = poll(local, ({ Records }) => ({
    batchItemFailures: Records.filter(({ body }) => body === 'poison').map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  }));
  await vi.waitFor(async () => expect(await sizeOf(local, local.deadQueue)).toBe(1), patient);
  expect(bodiesOf(events).sort()).toEqual([...bodies, 'poison'].sort());
  expect(await sizeOf(local, local.queue)).toBe(0);
  const { Messages } = await local.client.send(
    new ReceiveMessageCommand({ QueueUrl: local.deadQueue.url }),
  );
  expect(Messages?.map(({ Body }) => Body)).toEqual(['poison']);
});

test.each([
  ['throws', () => Promise.reject(new RangeError('as asked'))],
  ['names a message that is not of the batch', () => failing('unknown')],
  ['answers in another shape', () => ({ batchItemFailures: [{ id: 'x' }] })],
])('the whole batch comes again when the function %s', async (_, answer) => {
  const local = await start(SHORT_VISIBILITY);
  await local.deliver(local.queue.arn, 'a');
  await local.deliver(local.queue.arn, 'b');
  let calls = 0;
  const { events } = poll(local, () => (calls++ === 0 ? answer() : null));
  await vi.waitFor(() => expect(bodiesOf(events)).toHaveLength(4), patient);
  await vi.waitFor(async () => expect(await sizeOf(local, local.queue)).toBe(0), patient);
  expect(await sizeOf(local, local.deadQueue)).toBe(0);
});

function failing(itemIdentifier: string) {
  return { batchItemFailures: [{ itemIdentifier }] };
}

test('no more batches are in the function at a time than allowed, and closing waits for them', async () => {
  const local = await start();
  for (let at = 0; at < 40; at++) await local.deliver(local.queue.arn, `${at}`);
  let running = 0;
  let most = 0;
  const release = Promise.withResolvers<void>();
  const { events, poller } = poll(
    local,
    async () => {
      most = Math.max(most, ++running);
      await release.promise;
      running--;
    },
    2,
  );
  await vi.waitFor(() => expect(running).toBe(2), patient);
  let closed = false;
  const closing = poller.close().then(() => {
    closed = true;
  });
  await sizeOf(local, local.queue);
  expect(closed).toBe(false);
  release.resolve();
  await closing;
  expect([running, most, events.length]).toEqual([0, 2, 2]);
  expect(await sizeOf(local, local.queue)).toBe(20);
});

test('a queue that does not answer is reported, and is asked again', async () => {
  const local = await start();
  const nowhere = { url: `${local.url}/000000000000/none`, arn: 'none' };
  const { errors } = poll({ ...local, queue: nowhere }, () => null);
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(1), patient);
  expect(errors[0]).toMatchObject({ name: 'QueueDoesNotExist' });
});

test('a message for an unknown queue, or without a body, is refused', async () => {
  const local = await start();
  await expect(local.deliver('arn:aws:sqs:us-east-1:000000000000:other', '')).rejects.toThrow(
    /found arn:.*:other, allowed arn:.*:nimbus-ingest/,
  );
  await expect(local.deliver(local.queue.arn, '')).rejects.toThrow(/SendMessage: 400/);
});

test('nothing but SQS on loopback is answered', async () => {
  const { url } = await start();
  const target = { 'X-Amz-Target': 'AmazonSQS.ListQueues' };
  const headers = { 'Content-Type': 'application/x-amz-json-1.0' };
  const ask = (path: string, init: RequestInit) => fetch(`${url}${path}`, init);
  expect(await (await ask('/', { method: 'POST', headers, body: '{}' })).status).toBe(403);
  expect((await ask('/bucket', { method: 'PUT', headers: target })).status).toBe(403);
  expect((await ask('/_fauxqs/queues', {})).status).toBe(403);
  const sqs = { method: 'POST', headers: { ...headers, ...target }, body: '{}' };
  expect((await ask('/', sqs)).status).toBe(200);
  expect(await statusWithHost(url, 'attacker.example', sqs)).toBe(403);
});

/** `fetch` does not let its caller choose the Host header. */
async function statusWithHost(
  url: string,
  host: string,
  { method, headers, body }: { method: string; headers: object; body: string },
): Promise<number | undefined> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { method, headers: { ...headers, Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(body);
  });
}
