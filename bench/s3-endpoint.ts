// The embedded S3 endpoint, in a thread of its own: small puts by the SDK and one large object,
// each beside the same loop over plain files without fsync.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { startS3 } from '../local/s3/start.ts';
import { median } from './measure.ts';

const RUNS = 5;
const PUTS = 2000;
const IN_FLIGHT = 32;
const SMALL = Buffer.alloc(1024, 7);
const MEBIBYTES = 64;
const LARGE = Buffer.alloc(MEBIBYTES * 1024 * 1024, 7);
const Bucket = 'bench';

if (isMainThread) await measure();
else await serve();

async function serve(): Promise<void> {
  const { url } = await startS3({ folder: workerData, deliver: () => undefined });
  parentPort?.postMessage(url);
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nimbus-s3-'));
  const worker = new Worker(new URL(import.meta.url), { workerData: join(folder, 'store') });
  const [endpoint] = await once(worker, 'message');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket }));
  mkdirSync(join(folder, 'files'));
  const file = (name: string) => join(folder, 'files', name);
  const put = (Key: string, Body: Buffer) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body }));

  const rate = (seconds: number) => PUTS / seconds;
  await report('1 KiB puts a second, 32 in flight', rate, [
    (run) => inFlight((at) => put(`${run}/${at}`, SMALL)),
    (run) => inFlight((at) => writeFile(file(`${run}-${at}`), SMALL)),
  ]);
  const speed = (seconds: number) => MEBIBYTES / seconds;
  await report('MiB a second, 64 MiB put', speed, [
    () => put('large', LARGE),
    () => writeFile(file('large'), LARGE),
  ]);
  await report('MiB a second, 64 MiB get', speed, [
    async () => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'large' }));
      await Body?.transformToByteArray();
    },
    () => readFile(file('large')),
  ]);
  client.destroy();
  await worker.terminate();
  rmSync(folder, { recursive: true });
}

type Work = (run: number) => Promise<unknown>;

/** The medians of the endpoint and of plain files, run in turn after one run to warm up. */
async function report(
  what: string,
  figure: (seconds: number) => number,
  [endpoint, files]: readonly [Work, Work],
): Promise<void> {
  const seconds: [number[], number[]] = [[], []];
  for (let run = 0; run <= RUNS; run++) {
    for (const [at, work] of [endpoint, files].entries()) {
      const start = performance.now();
      await work(run);
      if (run > 0) seconds[at]?.push((performance.now() - start) / 1000);
    }
  }
  const [ours, plain] = seconds.map((times) => figure(median(times))) as [number, number];
  console.log(
    `${what}: ${ours.toFixed(0)}, plain files ${plain.toFixed(0)}: ${(ours / plain).toFixed(3)} of it`,
  );
}

async function inFlight(work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < PUTS) await work(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}
