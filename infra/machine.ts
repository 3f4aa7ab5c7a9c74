import { readFileSync } from 'node:fs';
import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  DefinitionBody,
  LogLevel,
  StateMachine,
  StateMachineType,
} from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Functions } from './functions.ts';
import { arns, type FunctionName, names } from './names.ts';
import type { Permission } from './permissions.ts';
import { exactRole, tracing } from './roles.ts';

/** The functions that the state machine calls, under the words that stand for them in its definition. */
const TASKS = ['plan', 'chunk', 'merge', 'fail'] as const satisfies readonly FunctionName[];

/** The definition, as the local engine reads it too: `${plan}` stands for a function's address. */
export const definition = readFileSync(new URL('job.asl.json', import.meta.url), 'utf8');

/** Chunks of one job that run at a time. */
export function chunksAtATime(): number {
  const { States } = JSON.parse(definition) as { States: { Round: { MaxConcurrency: number } } };
  return States.Round.MaxConcurrency;
}

export function machine(scope: Construct, functions: Functions): StateMachine {
  return new StateMachine(scope, 'machine', {
    stateMachineName: names.machine,
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: DefinitionBody.fromString(definition),
    definitionSubstitutions: Object.fromEntries(
      TASKS.map((name) => [name, functions[name].functionArn]),
    ),
    role: machineRole(scope).withoutPolicyUpdates(),
    tracingEnabled: true,
    logs: {
      level: LogLevel.ALL,
      // Job ids and chunk numbers are in every task's own log.
      includeExecutionData: false,
      destination: new LogGroup(scope, 'machine-log', {
        logGroupName: names.machineLog,
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    },
  });
}

function machineRole(scope: Construct) {
  return exactRole(scope, 'machine-role', {
    name: 'nimbus-machine',
    service: 'states.amazonaws.com',
    permissions: [
      { actions: ['lambda:InvokeFunction'], resources: TASKS.map((name) => arns.function(name)) },
      ...distributedMap,
      delivery,
      tracing,
      { actions: ['xray:GetSamplingRules', 'xray:GetSamplingTargets'], resources: ['*'] },
    ],
  });
}

/**
 * A distributed map starts this very machine for each chunk. CDK does not grant it for a definition
 * that it only reads: github.com/aws/aws-cdk/issues/28820.
 * Source: Step Functions Developer Guide, "IAM policies for using Distributed Map states".
 */
const distributedMap: readonly Permission[] = [
  { actions: ['states:StartExecution'], resources: [arns.machine] },
  {
    actions: ['states:DescribeExecution', 'states:StopExecution'],
    resources: [arns.executions, arns.mapRuns],
  },
  { actions: ['states:RedriveExecution'], resources: [arns.mapRuns] },
];

/** Log delivery knows no resources. Source: Step Functions Developer Guide, "IAM for CloudWatch Logs". */
const delivery: Permission = {
  actions: [
    'logs:CreateLogDelivery',
    'logs:GetLogDelivery',
    'logs:UpdateLogDelivery',
    'logs:DeleteLogDelivery',
    'logs:ListLogDeliveries',
    'logs:PutResourcePolicy',
    'logs:DescribeResourcePolicies',
    'logs:DescribeLogGroups',
  ],
  resources: ['*'],
};
