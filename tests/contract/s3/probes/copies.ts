import {
  CopyObjectCommand,
  GetBucketNotificationConfigurationCommand,
  GetObjectAttributesCommand,
  HeadObjectCommand,
  PutBucketNotificationConfigurationCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { bytes, MIB, Objects, type Probe, refused } from '../probe.ts';
import { MultipartUpload } from '../uploads.ts';

export const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:nimbus-ingest';

export const copyProbes: readonly Probe[] = [
  {
    name: 'a copy has the bytes, type and metadata of its source',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const told = { ContentType: 'text/plain', Metadata: { a: 'b' } };
      const { ETag } = await objects.put('copies/from ü+', 'bytes', told);
      const CopySource = encodeURIComponent(`${bucket}/copies/from ü+`);
      const at = { Bucket: bucket, Key: 'copies/to' };
      const { CopyObjectResult } = await client.send(new CopyObjectCommand({ ...at, CopySource }));
      expect(CopyObjectResult?.ETag?.replaceAll('"', '')).toBe(ETag?.replaceAll('"', ''));
      expect(await objects.text('copies/to')).toBe('bytes');
      expect(await client.send(new HeadObjectCommand(at))).toMatchObject({ ...told, ETag });
    },
  },
  {
    name: 'a copy onto itself is refused, unless it replaces the metadata',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('copies/self', 'bytes', { Metadata: { a: 'b' } });
      const CopySource = `${bucket}/copies/self`;
      const at = { Bucket: bucket, Key: 'copies/self', CopySource };
      await refused(client.send(new CopyObjectCommand(at)), 400, 'InvalidRequest');
      const Metadata = { c: 'd' };
      const replace = { ...at, Metadata, MetadataDirective: 'REPLACE' as const };
      await client.send(new CopyObjectCommand(replace));
      const head = new HeadObjectCommand({ Bucket: bucket, Key: 'copies/self' });
      expect((await client.send(head)).Metadata).toEqual(Metadata);
      expect(await objects.text('copies/self')).toBe('bytes');
    },
  },
  {
    name: 'a copy of what is not there is NoSuchKey',
    run: async (client, bucket) => {
      const CopySource = `${bucket}/copies/absent`;
      const copy = new CopyObjectCommand({ Bucket: bucket, Key: 'copies/none', CopySource });
      await refused(client.send(copy), 404, 'NoSuchKey');
    },
  },
  {
    name: 'the attributes of an object: entity tag, size, checksum and parts',
    run: async (client, bucket) => {
      const at = { Bucket: bucket, Key: 'copies/attributes' };
      const upload = await MultipartUpload.start(client, at);
      const parts = [await upload.part(1, bytes(5 * MIB)), await upload.part(2, bytes(3))];
      const { ETag } = await upload.complete(parts);
      const ask = new GetObjectAttributesCommand({
        ...{ ...at, ObjectAttributes: ['ETag', 'ObjectSize', 'ObjectParts', 'Checksum'] },
      });
      const answer = await client.send(ask);
      expect([answer.ETag, answer.ObjectSize, answer.ObjectParts?.TotalPartsCount]).toEqual([
        ETag?.replaceAll('"', ''),
        5 * MIB + 3,
        2,
      ]);
    },
  },
  {
    name: 'notifications to a queue are configured, read back and taken away',
    run: async (client, bucket) => {
      const FilterRules = [{ Name: 'prefix' as const, Value: 'inbox/' }];
      const rule = {
        ...{ Id: 'ingest', QueueArn: QUEUE, Events: ['s3:ObjectCreated:*' as const] },
        Filter: { Key: { FilterRules } },
      };
      const put = async (QueueConfigurations: (typeof rule)[]) => {
        const NotificationConfiguration = { QueueConfigurations };
        await client.send(
          new PutBucketNotificationConfigurationCommand({
            ...{ Bucket: bucket, NotificationConfiguration },
          }),
        );
      };
      const read = async () => {
        const command = new GetBucketNotificationConfigurationCommand({ Bucket: bucket });
        const { QueueConfigurations = [] } = await client.send(command);
        // S3 answers with a capital letter, whatever it was given.
        return JSON.parse(JSON.stringify(QueueConfigurations).replaceAll('"Prefix"', '"prefix"'));
      };
      await put([rule]);
      expect(await read()).toEqual([rule]);
      await put([]);
      expect(await read()).toEqual([]);
    },
  },
];
