import { Aws } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { arns, names } from './names.ts';
import { exactRole } from './roles.ts';
import { SWEEP_MINUTES } from './settings.ts';

/** EventBridge Scheduler writes the planned time here, as ISO 8601. */
const PLANNED_TIME = '<aws.scheduler.scheduled-time>';

/**
 * The group that holds all schedules, the role they run under, and the one schedule that is part of
 * the stack. Users' schedules come into the group at run time.
 */
export function schedules(scope: Construct): Role {
  const group = new CfnScheduleGroup(scope, 'schedule-group', { name: names.scheduleGroup });
  const role = schedulerRole(scope);
  const sweep = new CfnSchedule(scope, 'sweep-schedule', {
    name: 'sweep',
    groupName: names.scheduleGroup,
    description: 'Compares the inbox with the results and sends what was lost once more.',
    scheduleExpression: `rate(${SWEEP_MINUTES} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: arns.function('sweep'),
      roleArn: role.roleArn,
      input: JSON.stringify({ time: PLANNED_TIME }),
      // No dead letter: a sweep that was not fired is made up by the next; an alarm sees when none is.
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
  sweep.addResourceDependency(group);
  return role;
}

function schedulerRole(scope: Construct): Role {
  return exactRole(scope, 'scheduler-role', {
    name: names.schedulerRole,
    service: 'scheduler.amazonaws.com',
    trustConditions: {
      StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': arns.scheduleGroup },
    },
    permissions: [
      {
        actions: ['lambda:InvokeFunction'],
        resources: [arns.function('schedule'), arns.function('sweep')],
      },
      { actions: ['sqs:SendMessage'], resources: [arns.queue(names.unfiredSchedules)] },
    ],
  });
}
