import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Probe } from './probe.ts';
import { bucketProbes } from './probes/buckets.ts';
import { checksumProbes } from './probes/checksums.ts';
import { conditionProbes } from './probes/conditions.ts';
import { copyProbes } from './probes/copies.ts';
import { listProbes } from './probes/lists.ts';
import { multipartProbes } from './probes/multipart.ts';
import { objectProbes } from './probes/objects.ts';

export const PROBES: readonly Probe[] = [
  ...bucketProbes,
  ...objectProbes,
  ...conditionProbes,
  ...checksumProbes,
  ...listProbes,
  ...multipartProbes,
  ...copyProbes,
];

/** What an endpoint does not do, by the name of the probe, and why. */
export type Gaps = Readonly<Record<string, string>>;

export interface Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export function clientFor(url: string): S3Client {
  return new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

/** Every probe as a test; a probe with a gap must fail, so that the list of gaps stays true. */
export function describeContract(start: () => Promise<Server>, gaps: Gaps): void {
  const bucket = 'contract';
  let server: Server;
  let client: S3Client;

  beforeAll(async () => {
    server = await start();
    client = clientFor(server.url);
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  });

  afterAll(async () => {
    client?.destroy();
    await server?.stop();
  });

  test('every gap belongs to a probe', () => {
    const names = PROBES.map(({ name }) => name);
    expect(Object.keys(gaps).filter((gap) => !names.includes(gap))).toEqual([]);
  });

  for (const { name, run } of PROBES) {
    const reason = gaps[name];
    if (reason === undefined) test(name, () => run(client, bucket));
    else {
      test(`known gap, ${reason}: ${name}`, async () => {
        const passes = await run(client, bucket).then(
          () => true,
          () => false,
        );
        expect(passes, 'the gap is closed: take it off the list').toBe(false);
      });
    }
  }
}
