import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '../job/announce.ts';

/** Messages of one request. */
const BATCH = 10;

/** The queue that uploads are announced on. */
export class UploadQueue implements Queue {
  readonly #url: string;
  readonly #client = new SQSClient({});

  constructor(url: string) {
    this.#url = url;
  }

  async send(messages: readonly string[]): Promise<void> {
    for (let first = 0; first < messages.length; first += BATCH) {
      const entries = messages
        .slice(first, first + BATCH)
        .map((body, index) => ({ Id: `${index}`, MessageBody: body }));
      const command = new SendMessageBatchCommand({ QueueUrl: this.#url, Entries: entries });
      const { Failed = [] } = await this.#client.send(command);
      if (Failed.length > 0) {
        throw new QueueError(
          `${this.#url}: found ${Failed.length} messages refused (${Failed[0]?.Code}), allowed none; they are sent again`,
        );
      }
    }
  }
}

/** The queue took only some of the messages. To send all of them again does no harm. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}
