import { Duration } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { rescues, type Watched } from './alarms.ts';
import { FUNCTIONS } from './names.ts';

const PERIOD = Duration.minutes(1);
const HALF = 12;

/** One page: alarms, what comes in, what runs, what fails. */
export function dashboard(scope: Construct, watched: Watched, alarms: readonly Alarm[]): Dashboard {
  const { functions, machine, queues } = watched;
  const each = (metric: 'Duration' | 'Errors' | 'Throttles' | 'ConcurrentExecutions') =>
    FUNCTIONS.map((name) =>
      functions[name].metric(metric, {
        period: PERIOD,
        label: name,
        statistic: metric === 'Errors' || metric === 'Throttles' ? Stats.SUM : Stats.MAXIMUM,
      }),
    );
  const waiting = { period: PERIOD, statistic: Stats.MAXIMUM };
  return new Dashboard(scope, 'dashboard', {
    dashboardName: 'nimbus',
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 2 * HALF })],
      [
        graph('Uploads that wait', [
          queues.ingest.metricApproximateNumberOfMessagesVisible(waiting),
          queues.deadLetters.metricApproximateNumberOfMessagesVisible(waiting),
        ]),
        graph('Jobs', [
          machine.metricStarted({ period: PERIOD }),
          machine.metricSucceeded({ period: PERIOD }),
          machine.metricFailed({ period: PERIOD }),
        ]),
      ],
      [
        graph('Runs at a time', each('ConcurrentExecutions')),
        graph('Longest run', each('Duration')),
      ],
      [graph('Errors', each('Errors')), graph('Refused runs', each('Throttles'))],
      [graph('Rescues', [rescues])],
    ],
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: HALF });
}
