import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CreateBucketCommand, DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { newFolder } from '../../cli/command.ts';
import { clientFor } from '../../contract/s3/contract.ts';
import { bytes, MIB, Objects, refused } from '../../contract/s3/probe.ts';
import { MultipartUpload } from '../../contract/s3/uploads.ts';
import { BUCKET, running, startProcess } from './endpoint.ts';

const SIZE = 512 * MIB;
/** Node with its modules takes some 100 MiB. */
const MOST_KIB = 256 * 1024;

test('half a GiB goes in and out without lying in memory', async () => {
  const { child, url } = await startProcess(newFolder('s3'));
  const client = clientFor(url);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const piece = bytes(MIB);
  const pieces = Readable.from(Array.from({ length: SIZE / MIB }, () => piece));
  await new Objects(client, BUCKET).put('large', pieces, { ContentLength: SIZE });
  const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'large' }));
  let size = 0;
  for await (const chunk of Body as AsyncIterable<Buffer>) size += chunk.length;
  expect(size).toBe(SIZE);
  child.stdin?.write('\n');
  const [line] = await once(child.stdout ?? child, 'data');
  expect(Number(String(line))).toBeLessThan(MOST_KIB);
  client.destroy();
});

test('an object of many pieces that is deleted while it is read is read to its end', async () => {
  const { client, objects, folder } = await running();
  const at = { Bucket: BUCKET, Key: 'read' };
  const upload = await MultipartUpload.start(client, at);
  const bodies = [1, 2, 3, 4].map((seed) => bytes(8 * MIB, seed));
  const parts = await Promise.all(bodies.map((body, index) => upload.part(index + 1, body)));
  await upload.complete(parts);
  const { Body } = await client.send(new GetObjectCommand(at));
  await client.send(new DeleteObjectCommand(at));
  const read = Buffer.from((await Body?.transformToByteArray()) ?? []);
  expect(read.equals(Buffer.concat(bodies))).toBe(true);
  await refused(objects.get('read'), 404);
  await vi.waitFor(() => expect(readdirSync(join(folder, 'bodies'))).toEqual([]));
});
