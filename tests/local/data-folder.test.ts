import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownMark } from '../../io/process-mark.ts';
import { answeringOn, DataFolder, DataFolderError } from '../../local/data-folder.ts';
import { newFolder } from '../tools/temporary-folder.ts';

async function portWith(answer: boolean) {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (!answer) await new Promise((resolve) => server.close(resolve));
  return { url, close: () => server.close() };
}

function announced(url: string, mark: string): string {
  const data = newFolder('data');
  const endpoints = { url, sqs: url, sfn: url, queueUrl: url, machineArn: 'arn' };
  writeFileSync(join(data, 'stack.json'), JSON.stringify({ mark, endpoints, lasting: true }));
  return data;
}

test('a stack whose services answer is running', async () => {
  const { url, close } = await portWith(true);
  expect(await answeringOn(announced(url, ownMark()))).toMatchObject({ lasting: true });
  close();
});

test('a stack that was killed is none, once its process has gone', async () => {
  const { url } = await portWith(false);
  const leaving = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 300)']);
  expect(await answeringOn(announced(url, `${leaving.pid}`))).toBeNull();
});

test('one process at a time takes a folder, and a file is refused as one', () => {
  const data = newFolder('data');
  const folder = DataFolder.take(join(data, 'own'));
  expect(() => DataFolder.take(join(data, 'own'))).toThrow(DataFolderError);
  folder.release();
  DataFolder.take(join(data, 'own')).release();
  writeFileSync(join(data, 'file'), '');
  expect(() => DataFolder.take(join(data, 'file'))).toThrow('found a file, allowed a folder');
  mkdirSync(join(data, 'empty'));
  DataFolder.take(join(data, 'empty')).release();
});

test('a folder that cannot be made is an error and no endless loop', () => {
  expect(() => DataFolder.take('/proc/nimbus')).toThrow('ENOENT');
});
