import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { CreateBucketCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { prepareUpload } from '../../cli/job/prepare-upload.ts';
import { type SubmitPlace, sendUpload } from '../../cli/job/send-upload.ts';
import type { Row } from '../../io/results/row.ts';
import { S3Store } from '../../io/stores/s3-store.ts';
import { clientFor } from '../contract/s3/contract.ts';
import { linesOf } from '../functions/jobs.ts';
import { running, startProcess } from '../local/s3/endpoint.ts';
import { addFiles, contents, folderWith, newFolder, nimbus, root } from './command.ts';

const MIB = 1024 * 1024;
const SOUND = '1\n2\n1 2\n';

/** A folder with a file of that many zeros, which take no place on the disk. */
function folderOfZeros(path: string, size: number): string {
  const cwd = folderWith({ [path]: '' });
  truncateSync(join(cwd, path), size);
  return cwd;
}

describe('a store that nobody works on', () => {
  /** Runs the command against an endpoint of another process, and tells the peak of its memory. */
  async function submitTo(cwd: string, ...words: string[]) {
    return submitFrom('/dev/null', cwd, ...words);
  }

  /** The same with a file on standard input. */
  async function submitFrom(input: string, cwd: string, ...words: string[]) {
    const { url } = await startProcess(newFolder('s3'));
    const client = clientFor(url);
    for (const Bucket of ['nimbus-in', 'nimbus-out']) {
      await client.send(new CreateBucketCommand({ Bucket }));
    }
    const hook = ['--import', join(root, 'bench/peak-memory.ts')];
    const env = {
      ...process.env,
      AWS_ENDPOINT_URL: url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    };
    const command = [...hook, join(root, 'cli/nimbus.mjs'), 'submit', '--to', 's3://nimbus-in'];
    const stdin = openSync(resolve(cwd, input), 'r');
    const stdio: ['pipe' | number, 'ignore', 'pipe'] = [stdin, 'ignore', 'pipe'];
    const child = spawn(process.execPath, [...command, ...words], { cwd, env, stdio });
    closeSync(stdin);
    let stderr = '';
    child.stderr?.on('data', (data) => {
      stderr += data;
    });
    const [code] = await once(child, 'close');
    const peak = Number(/peak (\d+) MB/.exec(stderr)?.[1]);
    return { code, stderr, peak, inbox: new S3Store('nimbus-in', client) };
  }

  test('gets a file that is larger than functions read as a whole, in little memory', async () => {
    const cwd = folderOfZeros('delete-nim.in', 520 * MIB);
    const { code, stderr, peak, inbox } = await submitTo(cwd, 'delete-nim.in');
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 instance · uploaded as')]);
    // Node with its modules takes some 100 MB, and parts are sent two at a time.
    expect(peak).toBeLessThan(320);
    const head = await inbox.head('inbox/delete-nim.in');
    const zeros = spawnSync('sha256sum', ['delete-nim.in'], { cwd, encoding: 'utf8' }).stdout;
    expect(head?.size).toBe(520 * MIB);
    expect(head?.metadata['content-sha256']).toBe(zeros.slice(0, 64));
  });

  test('gets standard input of any length, in little memory', async () => {
    const cwd = folderOfZeros('zeros', 520 * MIB);
    const words = ['-', '-g', 'delete-nim', '--name', 'piped'];
    const { code, stderr, peak, inbox } = await submitFrom('zeros', cwd, ...words);
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 instance · uploaded as')]);
    expect(peak).toBeLessThan(320);
    expect((await inbox.head('inbox/piped.in'))?.size).toBe(520 * MIB);
  });

  test.each([
    ['of no known game', 'any.in', [], 'name the game'],
    ['of a game of one case', 'grid-geography.in', [], 'or any size of one plain file'],
    ['of which more is asked', 'dag-subgraph-count.in', ['--exact'], 'or any size of one plain'],
    ['of lines', 'delete-nim.jsonl', ['-g', 'delete-nim'], 'in parts with --shard 1/2'],
  ])('gets no such file %s, and is not asked to', async (_, file, flags, message) => {
    const cwd = folderOfZeros(file, 520 * MIB);
    const { code, stderr, inbox } = await submitTo(cwd, file, ...flags);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('too-large: found 545259520 bytes'),
    ]);
    expect(stderr).toContain(message);
    for await (const { key } of inbox.list('')) expect(key).toBe('nothing');
  });
});

test.each([
  ['is cut off', (path: string) => truncateSync(path, 5)],
  ['grows', (path: string) => appendFileSync(path, '1\n2\n3 4\n')],
  ['is another one of that length', (path: string) => writeFileSync(path, SOUND.replace('2', '3'))],
])(
  'a file that %s while it is submitted is refused, and nothing is uploaded',
  async (_, change) => {
    const { client } = await running();
    await client.send(new CreateBucketCommand({ Bucket: 'nimbus-out' }));
    const [inbox, out] = ['nimbus-in', 'nimbus-out'].map((name) => new S3Store(name, client));
    const place = { inbox: 'nimbus-in', buckets: { inbox, out } } as SubmitPlace;
    for (const copies of [1, 3 * MIB]) {
      const path = join(folderWith({ 'delete-nim.in': SOUND.repeat(copies) }), 'delete-nim.in');
      const upload = await prepareUpload([path], {}, '');
      change(path);
      await expect(sendUpload(place, upload)).rejects.toMatchObject({
        name: 'RefusedError',
        message: expect.stringContaining('delete-nim.in: changed: found other bytes'),
      });
    }
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: 'nimbus-in' }));
    expect(Uploads ?? []).toEqual([]);
    for await (const { key } of place.buckets.inbox.list('')) expect(key).toBe('nothing');
  },
);

test('an instance that is too long for a batch says so, and harms no other', () => {
  const cwd = folderWith({ 'delete-nim/a.in': SOUND, 'delete-nim/b.in': SOUND });
  const long = `1\n2\n${' '.repeat(17 * MIB)}1 2\n`;
  addFiles(cwd, { 'delete-nim/long.in': long });
  const { code, stdout, stderr } = nimbus(['submit', 'delete-nim'], { cwd });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/long\.in: too-large: found \w+.* in a batch, allowed 16777216 bytes/),
  ]);
  nimbus(['fetch', stdout.trim(), 'fetched', '-q'], { cwd });
  const rows = linesOf<Row>(readFileSync(join(cwd, 'fetched/results.jsonl'), 'utf8'));
  expect(rows.map(({ file, answer, error }) => [file, answer ?? error?.rule])).toEqual([
    ['a.in', 'YES'],
    ['b.in', 'YES'],
    ['long.in', 'too-large'],
  ]);
  const alone = nimbus(['submit', 'delete-nim/long.in', '-g', 'delete-nim'], { cwd });
  expect(alone.code).toBe(0);
});

test.runIf(process.platform === 'linux')('a pipe is submitted as a file is', () => {
  const cwd = folderWith({ 'x.in': SOUND });
  spawnSync('mkfifo', ['delete-nim.in'], { cwd });
  spawn('sh', ['-c', 'cat x.in > delete-nim.in'], { cwd, stdio: 'ignore' });
  const { code, stdout } = nimbus(['submit', 'delete-nim.in'], { cwd });
  nimbus(['fetch', stdout.trim(), 'fetched', '-q'], { cwd });
  expect([code, contents(join(cwd, 'fetched'))['answers/delete-nim.out']]).toEqual([0, 'YES\n']);
});
