import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  ListBucketsCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { Objects, type Probe, refused } from '../probe.ts';

export const bucketProbes: readonly Probe[] = [
  {
    name: 'a bucket is made, found, listed and deleted',
    run: async (client, bucket) => {
      const Bucket = `${bucket}-made`;
      await client.send(new CreateBucketCommand({ Bucket }));
      await client.send(new HeadBucketCommand({ Bucket }));
      const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
      expect(Buckets.map(({ Name }) => Name)).toEqual(expect.arrayContaining([bucket, Bucket]));
      await client.send(new DeleteBucketCommand({ Bucket }));
      await refused(client.send(new HeadBucketCommand({ Bucket })), 404);
    },
  },
  {
    name: 'to make a bucket of one’s own again is no error in us-east-1',
    run: async (client, bucket) => {
      await new Objects(client, bucket).put('stays', '');
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      await new Objects(client, bucket).get('stays');
    },
  },
  {
    name: 'a bucket that is not there is NoSuchBucket for get, put and delete',
    run: async (client, bucket) => {
      const objects = new Objects(client, `${bucket}-absent`);
      await refused(objects.get('a'), 404, 'NoSuchBucket');
      await refused(objects.put('a', 'b'), 404, 'NoSuchBucket');
      const gone = new DeleteBucketCommand({ Bucket: objects.bucket });
      await refused(client.send(gone), 404, 'NoSuchBucket');
    },
  },
  {
    name: 'a bucket with objects is not deleted',
    run: async (client, bucket) => {
      await new Objects(client, bucket).put('occupant', '');
      const deletion = new DeleteBucketCommand({ Bucket: bucket });
      await refused(client.send(deletion), 409, 'BucketNotEmpty');
    },
  },
  {
    name: 'a bucket name with capitals is refused',
    run: async (client, bucket) => {
      const create = new CreateBucketCommand({ Bucket: `${bucket}_UPPER` });
      await refused(client.send(create), 400, 'InvalidBucketName');
    },
  },
  {
    name: 'the location of a bucket in us-east-1 is empty',
    run: async (client, bucket) => {
      const answer = await client.send(new GetBucketLocationCommand({ Bucket: bucket }));
      expect(answer.LocationConstraint ?? '').toBe('');
    },
  },
  {
    name: 'versioning of a new bucket was never enabled',
    run: async (client, bucket) => {
      const answer = await client.send(new GetBucketVersioningCommand({ Bucket: bucket }));
      expect(answer.Status).toBeUndefined();
    },
  },
];
