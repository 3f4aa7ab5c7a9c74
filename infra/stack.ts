import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { alarms } from './alarms.ts';
import { buckets } from './buckets.ts';
import { dashboard } from './dashboard.ts';
import { functions } from './functions.ts';
import { guard } from './guards.ts';
import { chunksAtATime, machine } from './machine.ts';
import type { FunctionName } from './names.ts';
import { people } from './people.ts';
import { queues } from './queues.ts';
import { schedules } from './schedules.ts';
import { sizes } from './settings.ts';

export interface NimbusStackProps extends StackProps {
  readonly code: (name: FunctionName) => Code;
}

/** Everything that Nimbus is in one account and region. */
export class NimbusStack extends Stack {
  constructor(scope: Construct, id: string, props: NimbusStackProps) {
    super(scope, id, { description: 'Nimbus: combinatorial games, solved in bulk', ...props });
    const { code } = props;
    // Words of the command line: -c reserve=false, -c alarmTopic=arn:aws:sns:…
    const reserve = `${this.node.tryGetContext('reserve') ?? true}` !== 'false';
    const alarmTopic: string | undefined = this.node.tryGetContext('alarmTopic');
    const size = sizes(chunksAtATime());
    const queue = queues(this, size.ingest.seconds);
    const bucket = buckets(this, queue);
    const made = functions(this, { code, reserve, sizes: size, queues: queue });
    const job = machine(this, made);
    const scheduler = schedules(this);
    people(this);
    const watched = { functions: made, machine: job, queues: queue };
    dashboard(this, watched, alarms(this, watched, alarmTopic));
    guard(this, bucket.in.node.defaultChild as CfnBucket);
    const outputs = {
      Inbox: bucket.in.bucketName,
      Results: bucket.out.bucketName,
      Machine: job.stateMachineArn,
      Queue: queue.ingest.queueUrl,
      SchedulerRole: scheduler.roleArn,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
