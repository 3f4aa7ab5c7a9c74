import { INBOX, JOBS } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { type Check, CheckError, check } from '../check.ts';
import { machineArnOf, type StoreAddress } from './address.ts';
import { hasOwnEndpoint } from './place.ts';

/** Whether the buckets of a stack can be reached and read, and by which right not. Tells no secret. */
export async function checkBuckets(
  store: Extract<StoreAddress, { kind: 's3' }>,
): Promise<readonly Check[]> {
  const { s3Client } = await import('../../io/stores/s3-store.ts');
  const { openStore } = await import('../../io/stores/open-store.ts');
  const client = s3Client();
  const places: readonly Check[] = [
    await check('region', 'name it with --region or AWS_REGION', async () => {
      const region = await client.config.region();
      const own = process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'] ?? '';
      return own === '' ? region : `${region}, endpoint ${own}`;
    }),
    await check(
      'credentials',
      'name a profile with --profile, or log in with aws configure',
      async () => {
        await client.config.credentials();
        return 'found';
      },
    ),
  ];
  client.destroy();
  if (places.some(({ ok }) => !ok)) return places;
  return [
    ...places,
    await checkBucket('inbox', openStore(store.inbox), INBOX),
    await checkBucket('results', openStore(store.out), JOBS),
    await checkMachine(store.out),
  ];
}

function checkBucket(name: string, bucket: ObjectStore, prefix: string): Promise<Check> {
  const todo = `check the name, and that this user may s3:ListBucket there with the prefix ${prefix}`;
  return check(name, todo, async () => {
    for await (const _ of bucket.list(prefix)) break;
    return `${bucket.address} can be listed`;
  });
}

async function checkMachine(bucket: string): Promise<Check> {
  const arn = machineArnOf(bucket);
  const todo = 'deploy the stack, and let this user states:DescribeStateMachine';
  return check('machine', todo, async () => {
    if (arn === null || hasOwnEndpoint('SFN'))
      return 'not known from here; the sweeper starts what is left';
    const { DescribeStateMachineCommand, SFNClient } = await import('@aws-sdk/client-sfn');
    const { status } = await new SFNClient({}).send(
      new DescribeStateMachineCommand({ stateMachineArn: arn }),
    );
    if (status === 'ACTIVE') return arn;
    throw new CheckError(`${arn} is ${status}, allowed ACTIVE`);
  });
}
