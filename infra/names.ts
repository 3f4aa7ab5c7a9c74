import { Aws } from 'aws-cdk-lib';

/** The functions of the pipeline; the source of each is `functions/<name>.ts`. */
export const FUNCTIONS = ['ingest', 'plan', 'chunk', 'merge', 'fail', 'schedule', 'sweep'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** Users write below this prefix and nothing else starts work, so that no result can start a job. */
export const TRIGGER_PREFIX = 'inbox/';

const here = `${Aws.REGION}:${Aws.ACCOUNT_ID}`;
const ofAccount = `${Aws.ACCOUNT_ID}-${Aws.REGION}`;

/** Bucket names are unique in the world, hence the account and the region in them. */
export const bucketNames = {
  in: `nimbus-in-${ofAccount}`,
  out: `nimbus-out-${ofAccount}`,
  logs: `nimbus-logs-${ofAccount}`,
} as const;
export type DataBucket = 'in' | 'out';

export const names = {
  machine: 'nimbus',
  queue: 'nimbus-ingest',
  deadLetters: 'nimbus-ingest-dead',
  unfiredSchedules: 'nimbus-schedule-dead',
  scheduleGroup: 'nimbus',
  schedulerRole: 'nimbus-scheduler',
  /** The prefix keeps Step Functions from growing the account's one log resource policy. */
  machineLog: '/aws/vendedlogs/states/nimbus',
} as const;

export const functionName = (name: FunctionName) => `nimbus-${name}`;
export const logGroupName = (name: FunctionName) => `/nimbus/${name}`;

/**
 * Addresses written out rather than referred to: a role may then name what is made after it, and the
 * stack has no circle (bucket → queue → bucket, machine → role → machine).
 */
export const arns = {
  bucket: (bucket: DataBucket) => `arn:${Aws.PARTITION}:s3:::${bucketNames[bucket]}`,
  objects: (bucket: DataBucket, keys: string) => `${arns.bucket(bucket)}/${keys}`,
  queue: (name: string) => `arn:${Aws.PARTITION}:sqs:${here}:${name}`,
  function: (name: FunctionName) =>
    `arn:${Aws.PARTITION}:lambda:${here}:function:${functionName(name)}`,
  logStreams: (name: FunctionName) =>
    `arn:${Aws.PARTITION}:logs:${here}:log-group:${logGroupName(name)}:*`,
  machine: `arn:${Aws.PARTITION}:states:${here}:stateMachine:${names.machine}`,
  executions: `arn:${Aws.PARTITION}:states:${here}:execution:${names.machine}:*`,
  mapRuns: `arn:${Aws.PARTITION}:states:${here}:execution:${names.machine}/*`,
  scheduleGroup: `arn:${Aws.PARTITION}:scheduler:${here}:schedule-group/${names.scheduleGroup}`,
  schedules: `arn:${Aws.PARTITION}:scheduler:${here}:schedule/${names.scheduleGroup}/*`,
  schedulerRole: `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/${names.schedulerRole}`,
} as const;
