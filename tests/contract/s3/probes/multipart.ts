import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { expect } from 'vitest';
import { bytes, MIB, Objects, type Probe, refused } from '../probe.ts';
import { MultipartUpload } from '../uploads.ts';

const PART = 5 * MIB;

export const multipartProbes: readonly Probe[] = [
  {
    name: 'parts of 5 MiB, 5 MiB and a byte become one object with the entity tag of three parts',
    run: async (client, bucket) => {
      const upload = await MultipartUpload.start(
        client,
        { Bucket: bucket, Key: 'parts/three' },
        { ContentType: 'text/plain', Metadata: { a: 'b' } },
      );
      const bodies = [bytes(PART, 1), bytes(PART, 2), Buffer.from('!')];
      const parts = [];
      for (const at of [2, 0, 1]) parts[at] = await upload.part(at + 1, bodies[at] as Buffer);
      await upload.complete(parts.filter((part) => part !== undefined));
      const digests = bodies.map((body) => createHash('md5').update(body).digest());
      const digest = createHash('md5').update(Buffer.concat(digests)).digest('hex');
      const objects = new Objects(client, bucket);
      expect((await objects.get('parts/three')).equals(Buffer.concat(bodies))).toBe(true);
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'parts/three' }));
      const ETag = `"${digest}-3"`;
      expect(head).toMatchObject({ ETag, ContentType: 'text/plain', Metadata: { a: 'b' } });
      const Range = `bytes=${PART - 2}-${PART + 1}`;
      const seam = Buffer.concat([bytes(PART, 1).subarray(-2), bytes(PART, 2).subarray(0, 2)]);
      expect((await objects.get('parts/three', { Range })).equals(seam)).toBe(true);
    },
  },
  {
    name: 'lib-storage uploads a stream of unknown length',
    run: async (client, bucket) => {
      const body = bytes(12 * MIB + 7);
      const pieces = Array.from({ length: 13 }, (_, at) => body.subarray(at * MIB, (at + 1) * MIB));
      const params = { Bucket: bucket, Key: 'parts/stream', Body: Readable.from(pieces) };
      await new Upload({ client, params }).done();
      expect((await new Objects(client, bucket).get('parts/stream')).equals(body)).toBe(true);
    },
  },
  {
    name: 'one part of a multipart object is read by its number',
    run: async (client, bucket) => {
      const at = { Bucket: bucket, Key: 'parts/by-number' };
      const upload = await MultipartUpload.start(client, at);
      const parts = [await upload.part(1, bytes(PART)), await upload.part(2, Buffer.from('end'))];
      await upload.complete(parts);
      const head = await client.send(new HeadObjectCommand({ ...at, PartNumber: 2 }));
      expect([head.ContentLength, head.PartsCount]).toEqual([3, 2]);
    },
  },
  {
    name: 'a part that is sent again replaces the former one',
    run: async (client, bucket) => {
      const upload = await MultipartUpload.start(client, { Bucket: bucket, Key: 'parts/again' });
      await upload.part(1, Buffer.from('first'));
      await upload.complete([await upload.part(1, Buffer.from('second'))]);
      expect(await new Objects(client, bucket).text('parts/again')).toBe('second');
    },
  },
  {
    name: 'complete with If-None-Match: * leaves what is there, with 412',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const upload = await MultipartUpload.start(client, { Bucket: bucket, Key: 'parts/taken' });
      const part = await upload.part(1, Buffer.from('late'));
      await objects.put('parts/taken', 'early');
      const complete = upload.complete([part], { IfNoneMatch: '*' });
      await refused(complete, 412, 'PreconditionFailed');
      expect(await objects.text('parts/taken')).toBe('early');
    },
  },
  {
    name: 'a part below 5 MiB that is not the last is EntityTooSmall',
    run: async (client, bucket) => {
      const upload = await MultipartUpload.start(client, { Bucket: bucket, Key: 'parts/small' });
      const parts = [await upload.part(1, bytes(100)), await upload.part(2, bytes(100))];
      await refused(upload.complete(parts), 400, 'EntityTooSmall');
    },
  },
  {
    name: 'parts out of order are InvalidPartOrder',
    run: async (client, bucket) => {
      const upload = await MultipartUpload.start(client, { Bucket: bucket, Key: 'parts/order' });
      const parts = [await upload.part(1, bytes(PART)), await upload.part(2, bytes(PART))];
      await refused(upload.complete(parts.reverse()), 400, 'InvalidPartOrder');
    },
  },
  {
    name: 'a part that was not sent, or has another entity tag, is InvalidPart',
    run: async (client, bucket) => {
      const upload = await MultipartUpload.start(client, { Bucket: bucket, Key: 'parts/invalid' });
      const part = await upload.part(1, bytes(10));
      await refused(upload.complete([{ ...part, PartNumber: 2 }]), 400, 'InvalidPart');
      const ETag = '"00000000000000000000000000000000"';
      await refused(upload.complete([{ ...part, ETag }]), 400, 'InvalidPart');
    },
  },
  {
    name: 'the parts that were sent are listed, in pages',
    run: async (client, bucket) => {
      const upload = await MultipartUpload.start(client, { Bucket: bucket, Key: 'parts/listed' });
      for (const number of [3, 1, 7]) await upload.part(number, bytes(number));
      const first = await client.send(new ListPartsCommand({ ...upload.at, MaxParts: 2 }));
      const marker = first.NextPartNumberMarker;
      const second = await client.send(
        new ListPartsCommand({ ...upload.at, PartNumberMarker: marker }),
      );
      const told = [first, second].map(({ Parts = [] }) => Parts.map((part) => part.PartNumber));
      expect([told, first.IsTruncated, second.IsTruncated]).toEqual([[[1, 3], [7]], true, false]);
      expect(first.Parts?.map(({ Size }) => Size)).toEqual([1, 3]);
    },
  },
  {
    name: 'uploads that are not complete are listed; an aborted one is gone',
    run: async (client, bucket) => {
      const Prefix = 'parts/unfinished/';
      const keys = [`${Prefix}a`, `${Prefix}b`];
      const uploads = [];
      for (const Key of keys) {
        uploads.push(await MultipartUpload.start(client, { Bucket: bucket, Key }));
      }
      const list = async () => {
        const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix });
        return (await client.send(command)).Uploads?.map(({ Key }) => Key) ?? [];
      };
      expect(await list()).toEqual(keys);
      for (const { at } of uploads) await client.send(new AbortMultipartUploadCommand(at));
      expect(await list()).toEqual([]);
      const [gone] = uploads;
      await refused(gone?.part(1, bytes(1)) ?? Promise.resolve(), 404, 'NoSuchUpload');
    },
  },
  {
    name: 'parts are copied from an object, whole and by range',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const source = bytes(6 * MIB);
      await objects.put('parts/source ü', source);
      const upload = await MultipartUpload.start(client, { Bucket: bucket, Key: 'parts/copied' });
      const CopySource = encodeURI(`${bucket}/parts/source ü`);
      const copy = async (PartNumber: number, CopySourceRange?: string) => {
        const command = new UploadPartCopyCommand({
          ...{ ...upload.at, CopySource, PartNumber, CopySourceRange },
        });
        return { PartNumber, ETag: (await client.send(command)).CopyPartResult?.ETag };
      };
      await upload.complete([await copy(1), await copy(2, 'bytes=10-19')]);
      const expected = Buffer.concat([source, source.subarray(10, 20)]);
      expect((await objects.get('parts/copied')).equals(expected)).toBe(true);
    },
  },
  {
    name: 'a composite SHA-256 is the digest of the digests of the parts',
    run: async (client, bucket) => {
      const at = { Bucket: bucket, Key: 'parts/sha256' };
      const upload = await MultipartUpload.start(client, at, { ChecksumAlgorithm: 'SHA256' });
      const bodies = [bytes(PART, 1), bytes(9, 2)];
      const parts = [];
      for (const [index, body] of bodies.entries()) {
        parts.push(await upload.part(index + 1, body, { ChecksumAlgorithm: 'SHA256' }));
      }
      await upload.complete(parts);
      const digests = bodies.map((body) => createHash('sha256').update(body).digest());
      const whole = createHash('sha256').update(Buffer.concat(digests)).digest('base64');
      const head = await client.send(new HeadObjectCommand({ ...at, ChecksumMode: 'ENABLED' }));
      expect(head).toMatchObject({ ChecksumSHA256: `${whole}-2`, ChecksumType: 'COMPOSITE' });
    },
  },
  ...(['CRC32', 'CRC32C', 'CRC64NVME'] as const).map((algorithm): Probe => {
    const field = `Checksum${algorithm}` as const;
    return {
      name: `a full-object ${algorithm} of parts equals that of one put`,
      run: async (client, bucket) => {
        const at = { Bucket: bucket, Key: `parts/${algorithm}` };
        const upload = await MultipartUpload.start(client, at, {
          ...{ ChecksumAlgorithm: algorithm, ChecksumType: 'FULL_OBJECT' },
        });
        const bodies = [bytes(PART, 1), bytes(9, 2)];
        const parts = [];
        for (const [index, body] of bodies.entries()) {
          parts.push(await upload.part(index + 1, body, { ChecksumAlgorithm: algorithm }));
        }
        await upload.complete(parts);
        const ChecksumMode = 'ENABLED' as const;
        const head = await client.send(new HeadObjectCommand({ ...at, ChecksumMode }));
        const put = await new Objects(client, bucket).put(`${at.Key}/put`, Buffer.concat(bodies), {
          ChecksumAlgorithm: algorithm,
        });
        expect(put[field]).toBeDefined();
        expect([head[field], head.ChecksumType]).toEqual([put[field], 'FULL_OBJECT']);
      },
    };
  }),
];
