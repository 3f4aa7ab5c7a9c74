import { arns, type DataBucket, type FunctionName, names } from './names.ts';

/** One statement of a role: what may be done, to what, and under which conditions. */
export interface Permission {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<
    Record<string, Readonly<Record<string, readonly string[] | string>>>
  >;
}

/** `GetObject` also answers HEAD; `GetObjectVersion` reads the version that an event names. */
const read = (bucket: DataBucket, ...keys: string[]): Permission => ({
  actions: bucket === 'in' ? ['s3:GetObject', 's3:GetObjectVersion'] : ['s3:GetObject'],
  resources: keys.map((key) => arns.objects(bucket, key)),
});

/** `AbortMultipartUpload` deletes no object: it ends an upload of ours that failed half-way. */
const write = (...keys: string[]): Permission => ({
  actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
  resources: keys.map((key) => arns.objects('out', key)),
});

/** Parts, rounds and suspects may carry a tag, by which the lifecycle rule finds them (buckets.ts). */
const tag = (...keys: string[]): Permission => ({
  actions: ['s3:PutObjectTagging'],
  resources: keys.map((key) => arns.objects('out', key)),
});

/**
 * The right to list decides whether a missing object reads 404 or 403. That question carries no
 * `s3:prefix`, and a plain condition on an absent key fails: hence `IfExists`. A listing without
 * any prefix passes too; both buckets hold nothing but Nimbus's own keys.
 */
const list = (bucket: DataBucket, ...prefixes: string[]): Permission => ({
  actions: ['s3:ListBucket'],
  resources: [arns.bucket(bucket)],
  conditions: { StringLikeIfExists: { 's3:prefix': prefixes } },
});

const start: Permission = { actions: ['states:StartExecution'], resources: [arns.machine] };
const send = (queue: string): Permission => ({
  actions: ['sqs:SendMessage'],
  resources: [arns.queue(queue)],
});

/** What Lambda's poller does under the function's role. To delete a message is to acknowledge it. */
const consume: Permission = {
  actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  resources: [arns.queue(names.queue)],
};

const CLAIMS = ['cache/claims/*', 'cache/done/*'] as const;
const SCRATCH = ['jobs/*/parts/*', 'jobs/*/rounds/*'] as const;
/** Notes of units that an attempt with care came to. */
const SUSPECTS = 'jobs/*/suspects/*';

/**
 * The rights of each function, beside writing its own log and traces. A function that writes a key
 * once also reads it, since after 412 it compares what is there with what it has.
 */
export const permissions: Readonly<Record<FunctionName, readonly Permission[]>> = {
  ingest: [
    read('in', 'inbox/*'),
    list('in', 'inbox/*'),
    read('out', 'jobs/*', ...CLAIMS),
    list('out', 'jobs/*', ...CLAIMS),
    write('jobs/*', 'rejected/*', ...CLAIMS),
    tag(...SCRATCH),
    start,
    consume,
  ],
  plan: [
    read('in', 'inbox/*'),
    list('in', 'inbox/*'),
    read('out', 'jobs/*'),
    list('out', 'jobs/*'),
    write('jobs/*'),
    tag(...SCRATCH),
  ],
  chunk: [
    read('in', 'inbox/*'),
    list('in', 'inbox/*'),
    read('out', 'jobs/*'),
    list('out', 'jobs/*'),
    write('jobs/*'),
    tag(...SCRATCH, SUSPECTS),
  ],
  // It hashes a long file and reads again where its ranges meet; and where a failure was settled before, it
  // gives what is missing error rows, as fail does.
  merge: [
    read('in', 'inbox/*'),
    list('in', 'inbox/*'),
    read('out', 'jobs/*'),
    list('out', 'jobs/*'),
    write('jobs/*', 'cache/done/*'),
  ],
  // It gives every instance without a result an error row, hence reads the upload.
  fail: [
    read('in', 'inbox/*'),
    list('in', 'inbox/*'),
    read('out', 'jobs/*'),
    list('out', 'jobs/*'),
    write('jobs/*', 'cache/done/*'),
  ],
  schedule: [
    read('in', 'inbox/*'),
    list('in', 'inbox/*'),
    read('out', 'jobs/*', 'schedules/*', ...CLAIMS),
    list('out', 'jobs/*', 'schedules/*', ...CLAIMS),
    write('schedules/*'),
    send(names.queue),
    send(names.unfiredSchedules),
  ],
  sweep: [
    read('in', 'inbox/*'),
    list('in', 'inbox/*'),
    read('out', 'jobs/*', 'rejected/*', ...CLAIMS),
    list('out', 'jobs/*', 'rejected/*', ...CLAIMS),
    // The end of a job that no execution brings to one.
    write('jobs/*/DONE.json', 'cache/done/*'),
    send(names.queue),
    start,
    {
      actions: ['states:DescribeExecution', 'states:RedriveExecution'],
      resources: [arns.executions],
    },
  ],
};
