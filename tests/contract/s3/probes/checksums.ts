import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { bytes, Objects, type Probe, refused } from '../probe.ts';

/** Of the nine bytes `123456789`, base64: the check values that catalogues of CRCs give. */
const CHECKS = {
  ChecksumCRC32: 'y/Q5Jg==',
  ChecksumCRC32C: '4waSgw==',
  ChecksumCRC64NVME: 'rosUhgp5mIg=',
  ChecksumSHA1: createHash('sha1').update('123456789').digest('base64'),
  ChecksumSHA256: createHash('sha256').update('123456789').digest('base64'),
} as const;

const checkProbes = Object.entries(CHECKS).flatMap(([field, value]): Probe[] => {
  const Key = `checks/${field}`;
  return [
    {
      name: `a right ${field} is taken and told on get and head`,
      run: async (client, bucket) => {
        await new Objects(client, bucket).put(Key, '123456789', { [field]: value });
        const at = { Bucket: bucket, Key, ChecksumMode: 'ENABLED' as const };
        const head = await client.send(new HeadObjectCommand(at));
        expect(head).toMatchObject({ [field]: value, ChecksumType: 'FULL_OBJECT' });
        const get = await client.send(new GetObjectCommand(at));
        expect(await get.Body?.transformToString()).toBe('123456789');
        expect(get).toMatchObject({ [field]: value });
      },
    },
    {
      name: `a wrong ${field} is refused, and nothing is stored`,
      run: async (client, bucket) => {
        const objects = new Objects(client, bucket);
        const put = objects.put(`${Key}-wrong`, '123456788', { [field]: value });
        await refused(put, 400, 'BadDigest');
        await refused(objects.get(`${Key}-wrong`), 404);
      },
    },
  ];
});

export const checksumProbes: readonly Probe[] = [
  ...checkProbes,
  {
    name: 'the CRC32 that the client computes on its own is told',
    run: async (client, bucket) => {
      await new Objects(client, bucket).put('checks/default', '123456789');
      const at = { Bucket: bucket, Key: 'checks/default', ChecksumMode: 'ENABLED' as const };
      const { ChecksumCRC32 } = await client.send(new HeadObjectCommand(at));
      expect(ChecksumCRC32).toBe(CHECKS.ChecksumCRC32);
    },
  },
  {
    name: 'a range has no checksum',
    run: async (client, bucket) => {
      await new Objects(client, bucket).put('checks/range', bytes(100));
      const at = { Bucket: bucket, Key: 'checks/range', Range: 'bytes=1-9' };
      const answer = await client.send(new GetObjectCommand({ ...at, ChecksumMode: 'ENABLED' }));
      expect(answer.ChecksumCRC32).toBeUndefined();
    },
  },
  {
    name: 'a right Content-MD5 is taken, a wrong one refused',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const ContentMD5 = createHash('md5').update('right').digest('base64');
      await objects.put('checks/md5', 'right', { ContentMD5 });
      await refused(objects.put('checks/md5', 'wrong', { ContentMD5 }), 400, 'BadDigest');
      expect(await objects.text('checks/md5')).toBe('right');
    },
  },
];
