import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledgeWildcards } from './acknowledgements.ts';
import { arns } from './names.ts';
import type { Permission } from './permissions.ts';
import { statementOf } from './roles.ts';

/** Puts uploads below a folder of their own name, reads all results. */
const user: readonly Permission[] = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM fills in the name
  { actions: ['s3:PutObject'], resources: [arns.objects('in', 'inbox/${aws:username}/*')] },
  { actions: ['s3:GetObject'], resources: [arns.objects('out', 'jobs/*')] },
  {
    actions: ['s3:ListBucket'],
    resources: [arns.bucket('out')],
    conditions: { StringLikeIfExists: { 's3:prefix': ['jobs/*'] } },
  },
];

/** Cancels, resumes and schedules. */
const operator: readonly Permission[] = [
  { actions: ['s3:PutObject'], resources: [arns.objects('out', 'jobs/*/CANCEL.json')] },
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
