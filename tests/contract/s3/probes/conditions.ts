import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { Objects, type Probe, refused } from '../probe.ts';

const STALE = '"00000000000000000000000000000000"';

export const conditionProbes: readonly Probe[] = [
  {
    name: 'get with If-Match of another entity tag is refused with 412',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const { ETag = '' } = await objects.put('get-if-match', 'a');
      await refused(objects.get('get-if-match', { IfMatch: STALE }), 412, 'PreconditionFailed');
      expect((await objects.get('get-if-match', { IfMatch: ETag })).toString()).toBe('a');
    },
  },
  {
    name: 'get and head with If-None-Match of the same entity tag answer 304',
    run: async (client, bucket) => {
      const { ETag } = await new Objects(client, bucket).put('get-if-none-match', 'a');
      const at = { Bucket: bucket, Key: 'get-if-none-match', IfNoneMatch: ETag };
      await refused(client.send(new GetObjectCommand(at)), 304);
      await refused(client.send(new HeadObjectCommand(at)), 304);
    },
  },
  {
    name: 'get with dates: 412 when modified since, 304 when not',
    run: async (client, bucket) => {
      await new Objects(client, bucket).put('get-dates', 'a');
      const at = { Bucket: bucket, Key: 'get-dates' };
      const before = new Date(Date.now() - 3_600_000);
      const after = new Date(Date.now() - 1);
      const unmodified = new GetObjectCommand({ ...at, IfUnmodifiedSince: before });
      await refused(client.send(unmodified), 412, 'PreconditionFailed');
      await client.send(new GetObjectCommand({ ...at, IfModifiedSince: before }));
      const { LastModified } = await client.send(new HeadObjectCommand(at));
      expect(LastModified?.getTime()).toBeLessThanOrEqual(after.getTime() + 1000);
      await refused(
        client.send(new GetObjectCommand({ ...at, IfModifiedSince: LastModified })),
        304,
      );
    },
  },
  {
    name: 'put with If-None-Match: * makes a new object',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('put-new', 'first', { IfNoneMatch: '*' });
      expect(await objects.text('put-new')).toBe('first');
    },
  },
  {
    name: 'put with If-None-Match: * leaves what is there, with 412',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('put-existing', 'first');
      const second = objects.put('put-existing', 'second', { IfNoneMatch: '*' });
      await refused(second, 412, 'PreconditionFailed');
      expect(await objects.text('put-existing')).toBe('first');
    },
  },
  {
    name: 'of 20 racers with If-None-Match: * one wins, and its bytes stay',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const racers = Array.from({ length: 20 }, (_, at) => `racer ${at}`);
      const outcomes = await Promise.allSettled(
        racers.map((body) => objects.put('race', body, { IfNoneMatch: '*' })),
      );
      const winners = racers.filter((_, at) => outcomes[at]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      expect([await objects.text('race')]).toEqual(winners);
    },
  },
  {
    name: 'put with If-Match of a stale entity tag is refused with 412',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('put-stale', 'first');
      const second = objects.put('put-stale', 'second', { IfMatch: STALE });
      await refused(second, 412, 'PreconditionFailed');
      expect(await objects.text('put-stale')).toBe('first');
    },
  },
  {
    name: 'put with If-Match of the right entity tag replaces',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const { ETag } = await objects.put('put-match', 'first');
      await objects.put('put-match', 'second', { IfMatch: ETag });
      expect(await objects.text('put-match')).toBe('second');
    },
  },
  {
    name: 'put with If-Match takes an entity tag without quotes too',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const { ETag = '' } = await objects.put('put-unquoted', 'first');
      const IfMatch = ETag.replaceAll('"', '');
      await objects.put('put-unquoted', 'second', { IfMatch });
      await refused(objects.put('put-unquoted', 'third', { IfMatch }), 412, 'PreconditionFailed');
      expect(await objects.text('put-unquoted')).toBe('second');
    },
  },
  {
    name: 'put with If-Match where nothing is answers 404',
    run: async (client, bucket) => {
      const put = new Objects(client, bucket).put('put-absent', 'a', { IfMatch: STALE });
      await refused(put, 404, 'NoSuchKey');
    },
  },
  {
    name: 'of 20 racers with the same If-Match one wins',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const { ETag } = await objects.put('match-race', 'before');
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, at) =>
          objects.put('match-race', `racer ${at}`, { IfMatch: ETag }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    },
  },
  {
    name: 'delete with If-Match of a stale entity tag leaves the object',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('delete-stale', 'a');
      const at = { Bucket: bucket, Key: 'delete-stale' };
      const deletion = client.send(new DeleteObjectCommand({ ...at, IfMatch: STALE }));
      await refused(deletion, 412, 'PreconditionFailed');
      expect(await objects.text('delete-stale')).toBe('a');
    },
  },
  {
    name: 'copy with If-Match of a stale entity tag of its source is refused with 412',
    run: async (client, bucket) => {
      const { ETag } = await new Objects(client, bucket).put('copy-match', 'a');
      const at = { Bucket: bucket, Key: 'copy-match-to', CopySource: `${bucket}/copy-match` };
      const stale = new CopyObjectCommand({ ...at, CopySourceIfMatch: STALE });
      await refused(client.send(stale), 412, 'PreconditionFailed');
      await client.send(new CopyObjectCommand({ ...at, CopySourceIfMatch: ETag }));
    },
  },
  {
    name: 'copy with If-None-Match of the entity tag of its source is refused with 412',
    run: async (client, bucket) => {
      const { ETag } = await new Objects(client, bucket).put('copy-none', 'a');
      const at = { Bucket: bucket, Key: 'copy-none-to', CopySource: `${bucket}/copy-none` };
      const same = new CopyObjectCommand({ ...at, CopySourceIfNoneMatch: ETag });
      await refused(client.send(same), 412, 'PreconditionFailed');
      await client.send(new CopyObjectCommand({ ...at, CopySourceIfNoneMatch: STALE }));
    },
  },
  {
    name: 'copy with If-None-Match: * leaves what is there, with 412',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('copy-over', 'stays');
      await objects.put('copy-source', 'goes not');
      const at = { Bucket: bucket, Key: 'copy-over', CopySource: `${bucket}/copy-source` };
      const copy = new CopyObjectCommand({ ...at, IfNoneMatch: '*' });
      await refused(client.send(copy), 412, 'PreconditionFailed');
      expect(await objects.text('copy-over')).toBe('stays');
    },
  },
];
