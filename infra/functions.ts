import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  Architecture,
  type Code,
  EventSourceMapping,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  arns,
  bucketNames,
  FUNCTIONS,
  type FunctionName,
  functionName,
  logGroupName,
} from './names.ts';
import type { Queues } from './queues.ts';
import { functionRole } from './roles.ts';
import { BATCH, CHUNK_SECONDS, type Size, SPOT_SECONDS } from './settings.ts';

export type Functions = Readonly<Record<FunctionName, LambdaFunction>>;

export interface FunctionsOptions {
  /** Where the bundle of a function is; it exports `handler` from `index`. */
  readonly code: (name: FunctionName) => Code;
  readonly sizes: Readonly<Record<FunctionName, Size>>;
  /** False leaves the reserved concurrency off, for an account whose quota is below 1,000. */
  readonly reserve: boolean;
  readonly queues: Queues;
}

export function functions(scope: Construct, options: FunctionsOptions): Functions {
  const made = Object.fromEntries(
    FUNCTIONS.map((name) => [name, makeFunction(scope, name, options)]),
  ) as Functions;
  feed(scope, made.ingest, options);
  // Schedules invoke asynchronously: what still fails after Lambda's own two retries is kept.
  made.schedule.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge: Duration.hours(1),
    onFailure: new SqsDestination(options.queues.unfiredSchedules),
  });
  // The next sweep does what a failed one left.
  made.sweep.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(5) });
  return made;
}

function makeFunction(scope: Construct, name: FunctionName, options: FunctionsOptions) {
  const { memory, seconds, reserved } = options.sizes[name];
  return new LambdaFunction(scope, name, {
    functionName: functionName(name),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: options.code(name),
    handler: 'index.handler',
    memorySize: memory,
    timeout: Duration.seconds(seconds),
    ...(reserved === undefined || !options.reserve
      ? {}
      : { reservedConcurrentExecutions: reserved }),
    // The role is complete; without this the construct would add to it.
    role: functionRole(scope, name).withoutPolicyUpdates(),
    tracing: Tracing.ACTIVE,
    logGroup: new LogGroup(scope, `${name}-log`, {
      logGroupName: logGroupName(name),
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    }),
    environment: environmentOf(name, options.queues),
  });
}

function environmentOf(name: FunctionName, queues: Queues): Record<string, string> {
  const queue = queues.ingest.queueUrl;
  const own: Partial<Record<FunctionName, Record<string, string>>> = {
    ingest: {
      NIMBUS_MACHINE: arns.machine,
      NIMBUS_SPOT_SECONDS: `${SPOT_SECONDS}`,
      NIMBUS_CHUNK_SECONDS: `${CHUNK_SECONDS}`,
    },
    schedule: { NIMBUS_QUEUE: queue },
    sweep: { NIMBUS_MACHINE: arns.machine, NIMBUS_QUEUE: queue },
  };
  return {
    NIMBUS_IN: bucketNames.in,
    NIMBUS_OUT: bucketNames.out,
    POWERTOOLS_SERVICE_NAME: functionName(name),
    POWERTOOLS_METRICS_NAMESPACE: 'Nimbus',
    ...own[name],
  };
}

/** The queue feeds ingest; one bad message of a batch sends only itself back. */
function feed(scope: Construct, ingest: LambdaFunction, { queues, sizes }: FunctionsOptions): void {
  new EventSourceMapping(scope, 'uploads', {
    target: ingest,
    eventSourceArn: queues.ingest.queueArn,
    batchSize: BATCH,
    reportBatchItemFailures: true,
    // Not above what is reserved: a throttled run would count as a receive of its messages.
    maxConcurrency: sizes.ingest.reserved ?? 2,
  });
}
