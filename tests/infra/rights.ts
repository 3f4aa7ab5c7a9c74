const PUT = 'AbortMultipartUpload PutObject';
const GET_PUT = 'AbortMultipartUpload GetObject PutObject';
const UPLOADS = {
  'in/inbox/*': 'GetObject GetObjectVersion',
  in: 'ListBucket(inbox/*)',
};
const SCRATCH = {
  'out/jobs/*/parts/*': 'PutObjectTagging',
  'out/jobs/*/rounds/*': 'PutObjectTagging',
};

/**
 * What each function may do, by the end of the resource's address: the security table, and in
 * addition what writing once, resuming and leaving traces needs. The log and X-Ray are checked apart.
 */
export const RIGHTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ingest: {
    ...UPLOADS,
    ...SCRATCH,
    out: 'ListBucket(cache/claims/* cache/done/* jobs/*)',
    'out/jobs/*': GET_PUT,
    'out/rejected/*': PUT,
    'out/cache/claims/*': GET_PUT,
    'out/cache/done/*': GET_PUT,
    'stateMachine:nimbus': 'StartExecution',
    'nimbus-ingest': 'DeleteMessage GetQueueAttributes ReceiveMessage',
  },
  plan: { ...UPLOADS, ...SCRATCH, out: 'ListBucket(jobs/*)', 'out/jobs/*': GET_PUT },
  chunk: {
    ...UPLOADS,
    ...SCRATCH,
    'out/jobs/*/suspects/*': 'PutObjectTagging',
    out: 'ListBucket(jobs/*)',
    'out/jobs/*': GET_PUT,
  },
  merge: {
    ...UPLOADS,
    out: 'ListBucket(jobs/*)',
    'out/jobs/*': GET_PUT,
    'out/cache/done/*': PUT,
  },
  fail: {
    ...UPLOADS,
    out: 'ListBucket(jobs/*)',
    'out/jobs/*': GET_PUT,
    'out/cache/done/*': PUT,
  },
  schedule: {
    ...UPLOADS,
    out: 'ListBucket(cache/claims/* cache/done/* jobs/* schedules/*)',
    'out/jobs/*': 'GetObject',
    'out/cache/claims/*': 'GetObject',
    'out/cache/done/*': 'GetObject',
    'out/schedules/*': GET_PUT,
    'nimbus-ingest': 'SendMessage',
    'nimbus-schedule-dead': 'SendMessage',
  },
  sweep: {
    ...UPLOADS,
    out: 'ListBucket(cache/claims/* cache/done/* jobs/* rejected/*)',
    'out/jobs/*': 'GetObject',
    'out/jobs/*/DONE.json': PUT,
    'out/rejected/*': 'GetObject',
    'out/cache/claims/*': 'GetObject',
    'out/cache/done/*': GET_PUT,
    'nimbus-ingest': 'SendMessage',
    'stateMachine:nimbus': 'StartExecution',
    'execution:nimbus:*': 'DescribeExecution RedriveExecution',
  },
};
