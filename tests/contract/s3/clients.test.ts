import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Endpoint, startS3 } from '../../../local/s3/start.ts';
import { addFiles, newFolder } from '../../cli/command.ts';
import { findProgram, installed } from './installed.ts';
import { bytes, MIB } from './probe.ts';

/** Names that clients encode, each in its own way. */
const NAMES = ['plain.in', 'a space.in', 'plus+.in', '100%25.in', '游戏.in'];
/** Above the 8 MiB from which `aws` sends parts. */
const LARGE = bytes(9 * MIB);

let endpoint: S3Endpoint;
let folder: string;

beforeAll(async () => {
  folder = newFolder('clients');
  endpoint = await startS3({ folder: join(folder, 'store'), deliver: () => undefined });
  addFiles(join(folder, 'up'), Object.fromEntries(NAMES.map((name) => [`deep/${name}`, name])));
  writeFileSync(join(folder, 'large.bin'), LARGE);
  mkdirSync(join(folder, 'home'));
});

afterAll(() => endpoint?.close());

/** Standard output; throws with standard error when the program fails. */
async function run(program: string, ...words: string[]): Promise<string> {
  const env = {
    ...{ PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: join(folder, 'home') },
    ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    AWS_DEFAULT_REGION: 'us-east-1',
  };
  const { stdout } = await promisify(execFile)(findProgram(program) ?? program, words, {
    env,
    cwd: folder,
  });
  return stdout;
}

function expectSameFiles(below: string): void {
  const read = (name: string) => readFileSync(join(folder, below, name), 'utf8');
  expect(NAMES.map(read)).toEqual(NAMES);
}

describe.skipIf(!installed('aws'))('the AWS command line', () => {
  const aws = (...words: string[]) => run('aws', '--endpoint-url', endpoint.url, ...words);

  test('makes a bucket and lists it', async () => {
    await aws('s3', 'mb', 's3://with-aws');
    expect(await aws('s3', 'ls')).toContain('with-aws');
  });

  test('copies a folder up and down, names that need encoding too', async () => {
    await aws('s3', 'cp', '--recursive', 'up', 's3://with-aws/tree');
    await aws('s3', 'cp', '--recursive', 's3://with-aws/tree', 'down-aws');
    expectSameFiles('down-aws/deep');
    const list = await aws('s3', 'ls', '--recursive', 's3://with-aws/tree/');
    expect(NAMES.filter((name) => !list.includes(`tree/deep/${name}`))).toEqual([]);
    expect(await aws('s3', 'ls', 's3://with-aws/tree/')).toMatch(/PRE deep\//);
  });

  test('syncs up what is new and nothing else, and down', async () => {
    await aws('s3', 'sync', 'up', 's3://with-aws/synced');
    expect(await aws('s3', 'sync', 'up', 's3://with-aws/synced')).toBe('');
    await aws('s3', 'sync', 's3://with-aws/synced', 'synced-aws');
    expectSameFiles('synced-aws/deep');
  });

  test('sends a large file in parts, copies it on the server, and reads it back', async () => {
    await aws('s3', 'cp', 'large.bin', 's3://with-aws/large.bin');
    expect(endpoint.requests['CompleteMultipartUpload']).toBe(1);
    await aws('s3', 'cp', 's3://with-aws/large.bin', 's3://with-aws/copied.bin');
    await aws('s3', 'cp', 's3://with-aws/copied.bin', 'down-aws/large.bin');
    expect(readFileSync(join(folder, 'down-aws/large.bin')).equals(LARGE)).toBe(true);
  });

  test('streams from standard input and to standard output', async () => {
    await aws('s3api', 'put-object', '--bucket', 'with-aws', '--key', 'api', '--body', 'large.bin');
    const head = await aws('s3api', 'head-object', '--bucket', 'with-aws', '--key', 'api');
    expect(JSON.parse(head)).toMatchObject({ ContentLength: LARGE.length });
    expect(await aws('s3', 'cp', 's3://with-aws/tree/deep/plus+.in', '-')).toBe('plus+.in');
  });

  test('signs a URL that anyone may read, and that the endpoint refuses when it has expired', async () => {
    const url = (await aws('s3', 'presign', 's3://with-aws/tree/deep/游戏.in')).trim();
    expect(await (await fetch(url)).text()).toBe('游戏.in');
    const old = url.replace(/X-Amz-Date=\d{4}/, 'X-Amz-Date=2020');
    expect((await fetch(old)).status).toBe(403);
  });

  test('deletes a tree and then the bucket', async () => {
    await aws('s3', 'rm', '--recursive', 's3://with-aws/');
    expect(await aws('s3', 'ls', '--recursive', 's3://with-aws/')).toBe('');
    await aws('s3', 'rb', 's3://with-aws');
    expect(await aws('s3', 'ls')).toBe('');
  });
});

describe.skipIf(!installed('s3cmd'))('s3cmd', () => {
  const s3cmd = (...words: string[]) =>
    run(
      's3cmd',
      ...['--access_key=local', '--secret_key=local', '--no-ssl', '--no-progress'],
      ...[`--host=127.0.0.1:${endpoint.port}`, `--host-bucket=127.0.0.1:${endpoint.port}`],
      ...words,
    );

  test('makes a bucket, puts a tree and gets it back', async () => {
    await s3cmd('mb', 's3://with-s3cmd');
    await s3cmd('put', '--recursive', 'up/', 's3://with-s3cmd/tree/');
    const list = await s3cmd('ls', '--recursive', 's3://with-s3cmd/');
    expect(NAMES.filter((name) => !list.includes(`tree/deep/${name}`))).toEqual([]);
    mkdirSync(join(folder, 'down-s3cmd'));
    await s3cmd('get', '--recursive', 's3://with-s3cmd/tree/', 'down-s3cmd/');
    expectSameFiles('down-s3cmd/deep');
  });

  test('syncs what is new and nothing else', async () => {
    await s3cmd('sync', 'up/', 's3://with-s3cmd/synced/');
    expect(await s3cmd('sync', 'up/', 's3://with-s3cmd/synced/')).not.toContain('upload:');
  });

  test('sends a large file in parts and reads it back', async () => {
    await s3cmd('put', '--multipart-chunk-size-mb=5', 'large.bin', 's3://with-s3cmd/large.bin');
    await s3cmd('get', 's3://with-s3cmd/large.bin', 'down-s3cmd/large.bin');
    expect(readFileSync(join(folder, 'down-s3cmd/large.bin')).equals(LARGE)).toBe(true);
  });

  test('copies, deletes, and takes the bucket away', async () => {
    await s3cmd('cp', 's3://with-s3cmd/tree/deep/a space.in', 's3://with-s3cmd/copy.in');
    expect(await s3cmd('ls', 's3://with-s3cmd/copy.in')).toContain('copy.in');
    await s3cmd('rb', '--recursive', '--force', 's3://with-s3cmd');
    expect(await s3cmd('ls')).toBe('');
  });
});
