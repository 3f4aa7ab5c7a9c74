import {
  GetObjectCommand,
  PutBucketNotificationConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { noFaults } from '../../../local/s3/faults.ts';
import { bytes, MIB, Objects, refused } from '../../contract/s3/probe.ts';
import { QUEUE } from '../../contract/s3/probes/copies.ts';
import { MultipartUpload } from '../../contract/s3/uploads.ts';
import { BUCKET, type Running, running } from './endpoint.ts';

/** The same endpoint through a client that asks once. */
function once({ endpoint }: Running): Objects {
  const client = new S3Client({
    ...{ endpoint: endpoint.url, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return new Objects(client, BUCKET);
}

test('all faults are off at the start', async () => {
  const { endpoint } = await running();
  expect(endpoint.faults).toEqual({ ...noFaults(), only: expect.any(Function) });
});

test('so many conditional writes answer 409 without effect, others are left alone', async () => {
  const at = await running();
  const objects = once(at);
  at.endpoint.faults.conflicts = 2;
  await objects.put('plain', '1');
  for (const body of ['1', '2']) {
    const put = objects.put('a', body, { IfNoneMatch: '*' });
    await refused(put, 409, 'ConditionalRequestConflict');
  }
  await refused(objects.get('a'), 404);
  await objects.put('a', '3', { IfNoneMatch: '*' });
  expect(await objects.text('a')).toBe('3');
});

test('so many calls answer 503 without effect, and a client that asks again succeeds', async () => {
  const at = await running();
  at.endpoint.faults.slowDowns = 1;
  await refused(once(at).put('a', '1'), 503, 'SlowDown');
  await refused(at.objects.get('a'), 404);
  at.endpoint.faults.slowDowns = 1;
  await at.objects.put('a', '2');
  expect(await at.objects.text('a')).toBe('2');
});

test('a share of the calls answers 503', async () => {
  const at = await running();
  const objects = once(at);
  at.endpoint.faults.slowDownShare = 0.5;
  const outcomes = [];
  for (let call = 0; call < 40; call++) {
    outcomes.push(
      await objects.put('a', '').then(
        () => 'done',
        () => 'slow',
      ),
    );
  }
  const slow = outcomes.filter((outcome) => outcome === 'slow').length;
  expect(slow).toBeGreaterThan(8);
  expect(slow).toBeLessThan(32);
});

test('a lost answer has its effect, and a client that asks again meets it', async () => {
  const at = await running();
  at.endpoint.faults.lostAnswers = 1;
  await refused(at.objects.put('a', '1', { IfNoneMatch: '*' }), 412, 'PreconditionFailed');
  expect(await at.objects.text('a')).toBe('1');
});

test('completing an upload again after a lost answer succeeds', async () => {
  const at = await running();
  const upload = await MultipartUpload.start(at.client, { Bucket: BUCKET, Key: 'parts' });
  const part = await upload.part(1, Buffer.from('all'));
  at.endpoint.faults.lostAnswers = 1;
  const { ETag } = await upload.complete([part]);
  expect(ETag).toMatch(/-1"$/);
  expect(await at.objects.text('parts')).toBe('all');
});

test.each([
  ['small', 10],
  ['large', 3 * MIB],
])('the body of a %s object is cut, which the client sees', async (_, size) => {
  const at = await running();
  await at.objects.put('a', bytes(size));
  at.endpoint.faults.cutBodies = 1;
  const { Body } = await at.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a' }));
  await expect(Body?.transformToByteArray()).rejects.toThrow(/aborted|ECONNRESET|socket/);
  expect((await at.objects.get('a')).length).toBe(size);
});

test('slow bodies come whole', async () => {
  const at = await running();
  const body = bytes(3 * MIB);
  await at.objects.put('a', body);
  at.endpoint.faults.slowBodies = 5;
  expect((await at.objects.get('a')).equals(body)).toBe(true);
});

test('only the calls that are meant are struck', async () => {
  const at = await running();
  at.endpoint.faults.only = ({ operation, key }) => operation === 'GetObject' && key === 'b';
  at.endpoint.faults.slowDowns = 1;
  const objects = once(at);
  await objects.put('a', '1');
  await objects.put('b', '2');
  expect(await objects.text('a')).toBe('1');
  await refused(objects.get('b'), 503, 'SlowDown');
});

test('duplicate events come twice', async () => {
  const bodies: string[] = [];
  const deliver = (_: string, body: string) => {
    if (body.includes('Records')) bodies.push(body);
  };
  const { endpoint, client, objects } = await running({ deliver });
  const QueueConfigurations = [{ QueueArn: QUEUE, Events: ['s3:ObjectCreated:*' as const] }];
  await client.send(
    new PutBucketNotificationConfigurationCommand({
      ...{ Bucket: BUCKET, NotificationConfiguration: { QueueConfigurations } },
    }),
  );
  endpoint.faults.duplicateEvents = 1;
  await objects.put('twice', '');
  await objects.put('once', '');
  await vi.waitFor(() => expect(bodies).toHaveLength(3));
  expect(new Set(bodies).size).toBe(2);
});
