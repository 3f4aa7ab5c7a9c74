import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { S3FolderError } from '../../../local/s3/errors.ts';
import { startS3 } from '../../../local/s3/start.ts';
import { newFolder } from '../../cli/command.ts';
import { clientFor } from '../../contract/s3/contract.ts';
import { bytes, Objects } from '../../contract/s3/probe.ts';
import { BUCKET, running, startProcess } from './endpoint.ts';

const deliver = () => undefined;

test('what was put is there after a restart on the same folder', async () => {
  const folder = newFolder('s3');
  const first = await startS3({ folder, deliver });
  const before = clientFor(first.url);
  await before.send(new CreateBucketCommand({ Bucket: BUCKET }));
  await new Objects(before, BUCKET).put('inbox/a b', 'stays', { Metadata: { x: 'y' } });
  before.destroy();
  await first.close();
  const { objects } = await running({ folder });
  expect(await objects.text('inbox/a b')).toBe('stays');
});

test('after a kill in the middle of 200 puts each object is whole or absent', async () => {
  const folder = newFolder('s3');
  const { child, url } = await startProcess(folder);
  const client = clientFor(url);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const objects = new Objects(client, BUCKET);
  // Every third is written in several steps.
  const body = (at: number) => bytes(at % 3 === 0 ? 300_000 : 1000, at);
  const acknowledged = new Set<number>();
  const killed = once(child, 'exit');
  const puts = Array.from({ length: 200 }, async (_, at) => {
    await objects.put(`put/${at}`, body(at));
    acknowledged.add(at);
    if (acknowledged.size === 60) child.kill('SIGKILL');
  });
  await Promise.allSettled(puts);
  await killed;
  client.destroy();

  const again = await running({ folder });
  const found = new Set<number>();
  const list = { Bucket: BUCKET, Prefix: 'put/' };
  for await (const page of paginateListObjectsV2({ client: again.client }, list)) {
    for (const { Key = '' } of page.Contents ?? []) found.add(Number(Key.slice(4)));
  }
  for (const at of found) {
    expect((await again.objects.get(`put/${at}`)).equals(body(at))).toBe(true);
  }
  expect([...acknowledged].filter((at) => !found.has(at))).toEqual([]);
  expect(found.size).toBeLessThan(200);
  expect(readdirSync(join(folder, 'bodies'))).toHaveLength(found.size);
});

test('body files that no object names are swept at the start', async () => {
  const folder = newFolder('s3');
  await (await startS3({ folder, deliver })).close();
  writeFileSync(join(folder, 'bodies', 'left-over'), 'x');
  await (await startS3({ folder, deliver })).close();
  expect(readdirSync(join(folder, 'bodies'))).toEqual([]);
});

test('replaced and deleted objects leave no files', async () => {
  const { objects, client, folder } = await running();
  for (const body of ['one', 'two']) await objects.put('a', body);
  expect(readdirSync(join(folder, 'bodies'))).toHaveLength(1);
  await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'a' }));
  expect(readdirSync(join(folder, 'bodies'))).toEqual([]);
});

test('a second endpoint on the same folder is refused by name', async () => {
  const { folder } = await running();
  await expect(startS3({ folder, deliver })).rejects.toThrow(S3FolderError);
});

test('a port that is taken is an error, and the folder is free again', async () => {
  const { endpoint } = await running();
  const folder = newFolder('s3');
  await expect(startS3({ folder, port: endpoint.port, deliver })).rejects.toThrow(/EADDRINUSE/);
  await (await startS3({ folder, deliver })).close();
});
