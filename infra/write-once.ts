/**
 * Keys of the output bucket that are written once and never again; `*` stands for anything. Not among
 * them, since a bucket policy can say no more than "conditional or not": `CANCEL.json` and `progress/`,
 * which may be rewritten, and what is told outside a job.
 */
export const WRITE_ONCE = [
  'jobs/*/manifest.json',
  'jobs/*/plan.jsonl.gz',
  'jobs/*/parts/*',
  'jobs/*/rounds/*',
  'jobs/*/suspects/*',
  'jobs/*/answers/*',
  'jobs/*/results.jsonl',
  'jobs/*/errors.jsonl',
  'jobs/*/summary.*',
  'jobs/*/cover.json',
  'jobs/*/DONE.json',
] as const;
