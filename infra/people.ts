import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledgeWildcards } from './acknowledgements.ts';
import { arns, names } from './names.ts';
import type { Permission } from './permissions.ts';
import { statementOf } from './roles.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: IAM fills in the name
const OWN = 'inbox/${aws:username}/*';

/**
 * Puts uploads below a folder of their own name, and reads their entity tag and version, which name the
 * job; reads all results. The lists are for `status`, and let what is missing read as missing.
 */
const user: readonly Permission[] = [
  {
    // A long upload that breaks off is ended, for its parts cost money.
    actions: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:GetObject'],
    resources: [arns.objects('in', OWN)],
  },
  {
    actions: ['s3:ListBucket'],
    resources: [arns.bucket('in')],
    conditions: { StringLikeIfExists: { 's3:prefix': [OWN] } },
  },
  {
    actions: ['s3:GetObject'],
    resources: ['jobs/*', 'rejected/*', 'schedules/*'].map((keys) => arns.objects('out', keys)),
  },
  {
    actions: ['s3:ListBucket'],
    resources: [arns.bucket('out')],
    conditions: {
      StringLikeIfExists: {
        's3:prefix': ['jobs/*', 'rejected/*', 'schedules/*', 'cache/claims/*', 'cache/done/*'],
      },
    },
  },
];

/** What a further generation of a job is set up from. */
const GENERATION = ['jobs/*/g*/manifest.json', 'jobs/*/g*/plan.jsonl.gz'] as const;
const SCRATCH = ['jobs/*/g*/parts/*', 'jobs/*/g*/rounds/*'] as const;

/** Cancels, resumes, of what is done in a further generation, schedules, and reads the logs. */
const operator: readonly Permission[] = [
  {
    actions: ['s3:PutObject'],
    resources: [
      'jobs/*/CANCEL.json',
      ...GENERATION,
      ...SCRATCH,
      'cache/claims/*',
      'schedules/*',
    ].map((keys) => arns.objects('out', keys)),
  },
  {
    actions: ['s3:PutObjectTagging'],
    resources: SCRATCH.map((keys) => arns.objects('out', keys)),
  },
  { actions: ['s3:GetObject'], resources: [arns.objects('in', 'inbox/*')] },
  { actions: ['sqs:SendMessage'], resources: [arns.queue(names.queue)] },
  {
    actions: ['logs:FilterLogEvents'],
    resources: (['ingest', 'plan', 'chunk', 'merge', 'fail'] as const).map(arns.logStreams),
  },
  { actions: ['states:StartExecution'], resources: [arns.machine] },
  {
    actions: ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'],
    resources: [arns.executions],
  },
  {
    actions: [
      'scheduler:CreateSchedule',
      'scheduler:GetSchedule',
      'scheduler:UpdateSchedule',
      'scheduler:DeleteSchedule',
    ],
    resources: [arns.schedules],
  },
  { actions: ['scheduler:ListSchedules'], resources: ['*'] },
  {
    actions: ['iam:PassRole'],
    resources: [arns.schedulerRole],
    conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
  },
];

/** Policies to attach to users; the stack attaches them to nobody. */
export function people(scope: Construct): void {
  for (const [name, permissions] of Object.entries({ user, operator })) {
    const policy = new ManagedPolicy(scope, `${name}-policy`, {
      managedPolicyName: `nimbus-${name}`,
      statements: permissions.map(statementOf),
    });
    acknowledgeWildcards(policy, permissions);
  }
}
