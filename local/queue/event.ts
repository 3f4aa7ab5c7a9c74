import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSMessageAttribute, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';

/** The event that Lambda makes of a batch of messages. */
export function sqsEvent(messages: readonly Message[], queueArn: string): SQSEvent {
  return { Records: messages.map((message) => recordOf(message, queueArn)) };
}

function recordOf(message: Message, eventSourceARN: string): SQSRecord {
  const { MessageId = '', ReceiptHandle = '', Body = '', MD5OfBody = '' } = message;
  const attributes = Object.entries(message.MessageAttributes ?? {});
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: { ...message.Attributes } as unknown as SQSRecord['attributes'],
    messageAttributes: Object.fromEntries(attributes.map(([key, it]) => [key, attributeOf(it)])),
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: eventSourceARN.split(':')[3] ?? '',
  };
}

function attributeOf({ StringValue, BinaryValue, DataType }: MessageAttributeValue) {
  return {
    ...(StringValue === undefined ? {} : { stringValue: StringValue }),
    ...(BinaryValue === undefined
      ? {}
      : { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
    dataType: DataType as SQSMessageAttribute['dataType'],
  };
}

const Response = v.nullish(
  v.object({ batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.string() }))) }),
);

/**
 * The messages that a function is done with, by its answer. As on Lambda, an answer that names a message
 * which is not of the batch, or is of another shape, fails the whole batch.
 */
export function succeeded(messages: readonly Message[], answer: unknown): readonly Message[] {
  const response = v.safeParse(Response, answer);
  if (!response.success) return [];
  const failed = new Set(response.output?.batchItemFailures?.map((item) => item.itemIdentifier));
  const remaining = messages.filter(({ MessageId }) => !failed.delete(MessageId ?? ''));
  return failed.size === 0 ? remaining : [];
}
