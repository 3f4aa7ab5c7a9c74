import { buildCommand } from '@stricli/core';
import type { Context } from './context.ts';
import { parseText } from './flag-parsers.ts';
import {
  type CancelFlags,
  cancelFlags,
  type DoctorFlags,
  doctorFlags,
  type FetchFlags,
  fetchFlags,
  type LogsFlags,
  logsFlags,
  type ResumeFlags,
  resumeFlags,
  type StatusFlags,
  type SubmitFlags,
  statusFlags,
  submitFlags,
} from './job-flags.ts';

const word = (placeholder: string, brief: string) => ({ brief, parse: parseText, placeholder });
const job = word('JOB', 'the id of a job, s3://BUCKET/jobs/ID, or the key of its upload: inbox/…');
const oneJob = { kind: 'tuple', parameters: [job] } as const;

export const submit = buildCommand<SubmitFlags, string[], Context>({
  loader: () => import('./submit.ts'),
  parameters: {
    flags: submitFlags,
    aliases: { g: 'game', q: 'quiet' },
    positional: {
      kind: 'array',
      parameter: word('PATH', 'files, folders or JSON Lines; - for standard input'),
      minimum: 1,
    },
  },
  docs: {
    brief: 'upload instances, which makes a job; prints its id',
    customUsage: [
      { input: 'tests', brief: 'everything that nimbus run would solve, as one job' },
      { input: 'tests --wait', brief: 'the exit code says what came of it' },
      {
        input: 'tests --to s3://nimbus-in-123456789012-eu-west-1/team',
        brief: 'to a stack on AWS, below inbox/team/',
      },
      { input: '01.in --name weekly --tolerate 2%', brief: 'a name, and a share of errors' },
    ],
    fullDescription:
      'A single file is uploaded as it is, of any size where its game is known and has many cases or a list\n' +
      'a file; anything else as one pack of up to 512 MB with instances of up to 16 MB. The same content is\n' +
      'the same job, however often it is submitted, and solved once. Without a bucket the job goes to the\n' +
      'nimbus dev that is running; where there is none it is solved by this command, which then waits.',
  },
});

export const status = buildCommand<StatusFlags, [string?], Context>({
  loader: () => import('./status.ts'),
  parameters: {
    flags: statusFlags,
    aliases: { q: 'quiet' },
    positional: { kind: 'tuple', parameters: [{ ...job, optional: true }] },
  },
  docs: {
    brief: 'say how far a job is, or list the jobs',
    customUsage: [
      { input: '', brief: 'the newest jobs' },
      { input: 'delete-nim-0123456789abcdef --watch', brief: 'until it has come to its end' },
      { input: 's3://nimbus-out-123456789012-eu-west-1/jobs/ID', brief: 'a job on AWS' },
    ],
    fullDescription:
      'unknown → planned → running → done, failed or cancelled. Reads what is stored of the job, a few\n' +
      'objects whatever its size; inside a round, --watch counts what is done every ten seconds.',
  },
});

export const fetch = buildCommand<FetchFlags, [string, string?], Context>({
  loader: () => import('./fetch.ts'),
  parameters: {
    flags: fetchFlags,
    aliases: { q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [
        job,
        { ...word('DIR', 'the folder to write below (default nimbus-ID)'), optional: true },
      ],
    },
  },
  docs: {
    brief: 'download answers and results',
    customUsage: [
      { input: 'delete-nim-0123456789abcdef answers', brief: 'answers/, results.jsonl and so on' },
      { input: 'ID out --what answers', brief: 'only the answers' },
    ],
    fullDescription:
      'Every file is held to the hash that the job names, and is whole or not there; run again, it fetches\n' +
      'what is missing. A file of yours is never replaced. Names that no file can have are percent-encoded.',
  },
});

export const resume = buildCommand<ResumeFlags, [string], Context>({
  loader: () => import('./resume.ts'),
  parameters: { flags: resumeFlags, aliases: { q: 'quiet' }, positional: oneJob },
  docs: {
    brief: 'go on with a job, or solve again what failed of it',
    customUsage: [
      { input: 'ID', brief: 'what was cancelled, left or given up' },
      { input: 'ID --failed-only', brief: 'every instance with an error once more' },
    ],
    fullDescription:
      'Solves only what is missing. A job that is done stays as it is: what is solved again becomes its next\n' +
      'generation ID/g2, which takes over the good parts; status and fetch of ID then show that one.',
  },
});

export const cancel = buildCommand<CancelFlags, [string], Context>({
  loader: () => import('./cancel.ts'),
  parameters: { flags: cancelFlags, aliases: { q: 'quiet', y: 'yes' }, positional: oneJob },
  docs: {
    brief: 'stop a job; what is finished of it is kept',
    customUsage: [{ input: 'ID --yes', brief: 'without being asked' }],
  },
});

export const logs = buildCommand<LogsFlags, [string], Context>({
  loader: () => import('./logs.ts'),
  parameters: { flags: logsFlags, positional: oneJob },
  docs: {
    brief: 'print what the functions have logged of a job',
    customUsage: [
      { input: 'ID --tail --filter level=ERROR', brief: 'errors as they come' },
      { input: 'ID --since 10m --json', brief: 'the lines as they were logged' },
    ],
  },
});

export const doctor = buildCommand<DoctorFlags, [], Context>({
  loader: () => import('./doctor.ts'),
  parameters: { flags: doctorFlags, aliases: { q: 'quiet' } },
  docs: {
    brief: 'look at everything that nimbus needs: Node, disk, credentials, buckets',
    customUsage: [
      { input: '', brief: 'this machine' },
      { input: '--store s3://nimbus-in-123456789012-eu-west-1', brief: 'a stack on AWS as well' },
    ],
  },
});
