import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Functions } from './functions.ts';
import { FUNCTIONS, type FunctionName, functionName } from './names.ts';
import type { Queues } from './queues.ts';
import { SWEEP_MINUTES } from './settings.ts';

const PERIOD = Duration.minutes(SWEEP_MINUTES);

/** A chunk is retried and another round takes what is left; the others should never fail. */
const ERRORS: Readonly<Record<FunctionName, number>> = {
  ingest: 1,
  plan: 1,
  chunk: 20,
  merge: 1,
  fail: 1,
  schedule: 1,
  sweep: 1,
};

export interface Watched {
  readonly functions: Functions;
  readonly machine: StateMachine;
  readonly queues: Queues;
}

/** What the sweeper had to repair. */
export const rescues = sumOf('Rescues', 'sweep');

/** Instances that ended whoever solved them, or took too long. */
const lostUnits = sumOf('LostUnits', 'chunk');

/** Jobs that no execution brought to an end. */
const givenUp = sumOf('JobsGivenUp', 'sweep');

/** Events of our own writes: a notification on the results bucket would feed itself. */
const loops = sumOf('LoopGuard', 'ingest');

/** A metric that a function counts. Powertools names the service as the one dimension. */
function sumOf(metricName: string, name: FunctionName): Metric {
  const dimensionsMap = { service: functionName(name) };
  return new Metric({
    namespace: 'Nimbus',
    metricName,
    dimensionsMap,
    statistic: Stats.SUM,
    period: PERIOD,
  });
}

/** @param topic address of the SNS topic that is told; without one the alarms only show */
export function alarms(scope: Construct, watched: Watched, topic: string | undefined): Alarm[] {
  const made = [...alarmsOnWaiting(scope, watched), ...alarmsOnFailure(scope, watched)];
  if (topic !== undefined) {
    const action = new SnsAction(Topic.fromTopicArn(scope, 'alarm-topic', topic));
    for (const one of made) one.addAlarmAction(action);
  }
  return made;
}

function alarmsOnWaiting(scope: Construct, { queues }: Watched): Alarm[] {
  const { ingest, deadLetters, unfiredSchedules } = queues;
  const waiting = { period: PERIOD, statistic: Stats.MAXIMUM };
  return [
    alarm(scope, 'dead-letters', {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(waiting),
      threshold: 1,
      alarmDescription: 'Uploads that could not be taken in lie in the dead-letter queue.',
    }),
    alarm(scope, 'unfired-schedules', {
      metric: unfiredSchedules.metricApproximateNumberOfMessagesVisible(waiting),
      threshold: 1,
      alarmDescription: 'A planned run could not be started.',
    }),
    alarm(scope, 'uploads-wait', {
      metric: ingest.metricApproximateAgeOfOldestMessage(waiting),
      threshold: Duration.minutes(15).toSeconds(),
      evaluationPeriods: 3,
      alarmDescription: 'An upload has waited for more than 15 minutes.',
    }),
  ];
}

function alarmsOnFailure(scope: Construct, { functions, machine }: Watched): Alarm[] {
  const errors = FUNCTIONS.map((name) =>
    alarm(scope, `${name}-errors`, {
      metric: functions[name].metricErrors({ period: PERIOD }),
      threshold: ERRORS[name],
      alarmDescription: `The function ${functionName(name)} failed.`,
    }),
  );
  return [
    ...errors,
    ...alarmsOnDelivery(scope, functions),
    alarm(scope, 'job-failed', {
      metric: machine.metricFailed({ period: PERIOD }),
      threshold: 1,
      alarmDescription:
        'A job failed; its reason is in the errors of the job and in the execution.',
    }),
    alarm(scope, 'lost-units', {
      metric: lostUnits,
      threshold: 1,
      alarmDescription:
        'An instance ended its solver; it has an error row, its neighbours answers.',
    }),
    alarm(scope, 'throttled', {
      metric: allThrottles(functions),
      threshold: 1,
      evaluationPeriods: 6,
      alarmDescription:
        'Functions were refused for half an hour: the account needs more concurrency.',
    }),
  ];
}

/** Events that do not come, or come of our own writes. */
function alarmsOnDelivery(scope: Construct, functions: Functions): Alarm[] {
  return [
    alarm(scope, 'rescues', {
      metric: rescues,
      threshold: 1,
      evaluationPeriods: 3,
      alarmDescription: 'Each sweep of 15 minutes found something lost: events do not arrive.',
    }),
    alarm(scope, 'jobs-given-up', {
      metric: givenUp,
      threshold: 1,
      alarmDescription: 'The sweeper ended a job as failed that five executions had not ended.',
    }),
    alarm(scope, 'loop', {
      metric: loops,
      threshold: 1,
      alarmDescription: 'Results are announced as uploads: the results bucket has a notification.',
    }),
    alarm(scope, 'no-sweeps', {
      metric: functions.sweep.metricInvocations({ period: PERIOD }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods: 3,
      alarmDescription: 'No sweep for 15 minutes: what gets lost stays lost.',
    }),
  ];
}

/** Missing data is good unless said: most of these metrics appear only when something happens. */
function alarm(
  scope: Construct,
  id: string,
  props: Partial<AlarmProps> & { metric: IMetric; threshold: number },
) {
  return new Alarm(scope, `${id}-alarm`, {
    alarmName: `nimbus-${id}`,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    ...props,
  });
}

function allThrottles(functions: Functions): MathExpression {
  return new MathExpression({
    expression: 'SUM(METRICS())',
    label: 'throttles',
    period: PERIOD,
    usingMetrics: Object.fromEntries(
      FUNCTIONS.map((name) => [name, functions[name].metricThrottles({ period: PERIOD })]),
    ),
  });
}
