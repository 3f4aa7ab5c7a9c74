import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { sqsEvent, succeeded } from './event.ts';
import type { QueueAddress } from './queue.ts';

export interface PollerOptions {
  readonly client: SQSClient;
  readonly queue: QueueAddress;
  /** How many batches are in the function at a time. */
  readonly concurrency: number;
  /** Runs the function; what it throws leaves the batch on the queue. */
  readonly invoke: (event: unknown) => Promise<unknown>;
  /** Gets what went wrong with a batch or with the queue; the poller goes on. */
  readonly onError: (error: unknown) => void;
}

export interface Poller {
  /** Takes no more messages, and waits for the batches under way. */
  close(): Promise<void>;
}

const BATCH = 10;
/** The longest that SQS allows. */
const WAIT_SECONDS = 20;
const PAUSE_MILLISECONDS = 1_000;

/**
 * Lambda's event source mapping: takes messages in batches, hands them to the function, and deletes what
 * succeeded. The others come again when their visibility time-out has passed.
 */
export function pollQueue(options: PollerOptions): Poller {
  const stop = new AbortController();
  const lanes = Array.from({ length: options.concurrency }, () => poll(options, stop.signal));
  return {
    async close() {
      stop.abort();
      await Promise.all(lanes);
    },
  };
}

async function poll(options: PollerOptions, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      const messages = await receive(options, stop);
      if (messages.length > 0) await handle(messages, options);
    } catch (error) {
      if (stop.aborted) return;
      options.onError(error);
      await sleep(PAUSE_MILLISECONDS, null, { signal: stop }).catch(() => null);
    }
  }
}

async function receive({ client, queue }: PollerOptions, abortSignal: AbortSignal) {
  const command = new ReceiveMessageCommand({
    QueueUrl: queue.url,
    MaxNumberOfMessages: BATCH,
    WaitTimeSeconds: WAIT_SECONDS,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  const { Messages = [] } = await client.send(command, { abortSignal });
  return Messages;
}

async function handle(messages: readonly Message[], options: PollerOptions): Promise<void> {
  const { client, queue, invoke, onError } = options;
  const done = await invoke(sqsEvent(messages, queue.arn)).then(
    (answer) => succeeded(messages, answer),
    (error: unknown) => {
      onError(error);
      return [];
    },
  );
  if (done.length === 0) return;
  const Entries = done.map(({ ReceiptHandle }, at) => ({ Id: `${at}`, ReceiptHandle }));
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries }));
}
