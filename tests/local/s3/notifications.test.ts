import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  PutBucketNotificationConfigurationCommand,
  type QueueConfiguration,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { startS3 } from '../../../local/s3/start.ts';
import { newFolder } from '../../cli/command.ts';
import { clientFor } from '../../contract/s3/contract.ts';
import { bytes, MIB, Objects, refused } from '../../contract/s3/probe.ts';
import { QUEUE } from '../../contract/s3/probes/copies.ts';
import { MultipartUpload } from '../../contract/s3/uploads.ts';
import { BUCKET, running } from './endpoint.ts';

interface Sent {
  readonly queue: string;
  readonly message: {
    readonly Event?: string;
    readonly Records?: readonly [
      {
        readonly eventName: string;
        readonly s3: { readonly object: { readonly key: string; readonly sequencer: string } };
      },
    ];
  };
}

const ALL: QueueConfiguration = { QueueArn: QUEUE, Events: ['s3:ObjectCreated:*'] };

function rule(
  prefix: string,
  suffix = '',
  Events: QueueConfiguration['Events'] = ALL.Events,
): QueueConfiguration {
  const FilterRules = [
    { Name: 'prefix' as const, Value: prefix },
    ...(suffix === '' ? [] : [{ Name: 'suffix' as const, Value: suffix }]),
  ];
  return { QueueArn: QUEUE, Events, Filter: { Key: { FilterRules } } };
}

function configure(client: S3Client, QueueConfigurations: QueueConfiguration[]) {
  const NotificationConfiguration = { QueueConfigurations };
  return client.send(
    new PutBucketNotificationConfigurationCommand({ Bucket: BUCKET, NotificationConfiguration }),
  );
}

/** Collects what is delivered. */
function collector() {
  const sent: Sent[] = [];
  const deliver = (queue: string, body: string) => {
    sent.push({ queue, message: JSON.parse(body) });
  };
  const records = () => sent.flatMap(({ message }) => message.Records ?? []);
  const keys = () => records().map(({ s3 }) => s3.object.key);
  return { sent, deliver, records, keys };
}

test('a new configuration sends the test event', async () => {
  const { sent, deliver } = collector();
  const { client } = await running({ deliver });
  await configure(client, [rule('inbox/')]);
  expect(sent).toMatchObject([
    { queue: QUEUE, message: { Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: BUCKET } },
  ]);
});

test('a configuration whose queue takes no test event is refused', async () => {
  const deliver = () => Promise.reject(new TypeError('no such queue'));
  const { client } = await running({ deliver });
  await refused(configure(client, [ALL]), 400, 'InvalidArgument');
});

test('put, copy and multipart upload raise their events, with the key as in a form', async () => {
  const { deliver, records } = collector();
  const { client, objects } = await running({ deliver });
  await configure(client, [rule('inbox/', '.in')]);
  await objects.put('inbox/this im + age ü/100%.in', 'abc');
  await objects.put('inbox/other.txt', '');
  await objects.put('elsewhere/a.in', '');
  const CopySource = `${BUCKET}/elsewhere/a.in`;
  await client.send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'inbox/copy.in', CopySource }));
  const at = { Bucket: BUCKET, Key: 'inbox/parts.in' };
  const upload = await MultipartUpload.start(client, at);
  await upload.complete([await upload.part(1, bytes(5 * MIB)), await upload.part(2, bytes(1))]);
  await vi.waitFor(() => expect(records()).toHaveLength(3));
  expect(records()).toMatchObject([
    {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: 'us-east-1',
      eventName: 'ObjectCreated:Put',
      s3: {
        bucket: { name: BUCKET, arn: `arn:aws:s3:::${BUCKET}` },
        object: {
          key: 'inbox/this+im+%2B+age+%C3%BC/100%25.in',
          size: 3,
          eTag: '900150983cd24fb0d6963f7d28e17f72',
        },
      },
    },
    { eventName: 'ObjectCreated:Copy', s3: { object: { key: 'inbox/copy.in', size: 0 } } },
    {
      eventName: 'ObjectCreated:CompleteMultipartUpload',
      s3: { object: { key: 'inbox/parts.in', size: 5 * MIB + 1 } },
    },
  ]);
});

test('the sequencers of one key grow', async () => {
  const { deliver, records } = collector();
  const { client, objects } = await running({ deliver });
  await configure(client, [ALL]);
  for (let at = 0; at < 20; at++) await objects.put('same', String(at));
  await vi.waitFor(() => expect(records()).toHaveLength(20));
  const sequencers = records().map(({ s3 }) => s3.object.sequencer);
  expect(new Set(sequencers).size).toBe(20);
  expect(sequencers).toEqual([...sequencers].sort());
  expect(sequencers[0]).toMatch(/^[0-9A-F]{18}$/);
});

test('a refused put raises no event, a deletion raises one where it is asked for', async () => {
  const { deliver, records } = collector();
  const { client, objects } = await running({ deliver });
  await configure(client, [
    rule('a', '', ['s3:ObjectCreated:Put', 's3:ObjectRemoved:*']),
    rule('b', '', ['s3:ObjectCreated:Copy']),
  ]);
  await objects.put('a', '1', { IfNoneMatch: '*' });
  await refused(objects.put('a', '2', { IfNoneMatch: '*' }), 412);
  await objects.put('b', '3');
  for (const Key of ['a', 'a', 'absent']) {
    await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
  }
  await vi.waitFor(() => expect(records()).toHaveLength(2));
  expect(records().map(({ eventName }) => eventName)).toEqual([
    'ObjectCreated:Put',
    'ObjectRemoved:Delete',
  ]);
});

test('an event that is not taken comes again, also after a restart', async () => {
  const folder = newFolder('s3');
  const { deliver, keys } = collector();
  let broken = false;
  const first = await startS3({
    folder,
    deliver: (queue, body) => {
      if (broken) throw new TypeError('the queue is away');
      deliver(queue, body);
    },
  });
  const client = clientFor(first.url);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  await configure(client, [ALL]);
  broken = true;
  const objects = new Objects(client, BUCKET);
  await objects.put('retried', '');
  broken = false;
  await vi.waitFor(() => expect(keys()).toEqual(['retried']));
  broken = true;
  await objects.put('restarted', '');
  client.destroy();
  await first.close();
  await running({ folder, deliver });
  await vi.waitFor(() => expect(keys()).toEqual(['retried', 'restarted']));
});

test.each([
  ['overlapping prefixes', [rule('inbox/'), rule('inbox/a')]],
  ['a prefix beside none', [rule('inbox/'), ALL]],
  ['an unknown event', [{ ...ALL, Events: ['s3:ReducedRedundancyLostObject' as const] }]],
  ['a queue that is no ARN', [{ ...ALL, QueueArn: 'nimbus-ingest' }]],
])('a configuration with %s is InvalidArgument', async (_, rules) => {
  const { client } = await running();
  await refused(configure(client, rules), 400, 'InvalidArgument');
});

test('rules that share a prefix but no suffix or event are taken', async () => {
  const { client } = await running();
  await configure(client, [
    rule('inbox/', '.in'),
    rule('inbox/', '.zip'),
    rule('inbox/', '', ['s3:ObjectRemoved:*']),
  ]);
});
