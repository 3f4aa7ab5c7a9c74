import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
  type UpdateScheduleCommandInput,
} from '@aws-sdk/client-scheduler';
import type { StoredSchedule } from '../../local/cron/records.ts';
import { partitionOf } from './address.ts';
import { awsCron } from './aws-cron.ts';
import type { Scheduler } from './schedules.ts';

const GROUP = 'nimbus';
/** EventBridge Scheduler writes the planned time here, as ISO 8601. */
const PLANNED_TIME = '<aws.scheduler.scheduled-time>';
const RETRIES = { MaximumRetryAttempts: 10, MaximumEventAgeInSeconds: 3600 };

/** The schedules of a stack on AWS, in its own group of EventBridge Scheduler. */
export class EventBridge implements Scheduler {
  readonly #client = new SchedulerClient({});
  readonly #arn: (service: string, resource: string) => string;
  readonly #role: string;

  constructor({ account, region }: { readonly account: string; readonly region: string }) {
    const partition = partitionOf(region);
    this.#arn = (service, resource) =>
      `arn:${partition}:${service}:${region}:${account}:${resource}`;
    this.#role = `arn:${partition}:iam::${account}:role/nimbus-scheduler`;
  }

  async put(schedule: StoredSchedule): Promise<void> {
    const input = this.#inputOf(schedule);
    try {
      await this.#client.send(new CreateScheduleCommand(input));
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
      await this.#client.send(new UpdateScheduleCommand(input));
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.#client.send(new DeleteScheduleCommand({ Name: name, GroupName: GROUP }));
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }
  }

  #inputOf(schedule: StoredSchedule): UpdateScheduleCommandInput {
    const { name, cron, timezone, prefix, overlap, paused } = schedule;
    const event = { schedule: name, prefix, time: PLANNED_TIME, overlap };
    return {
      Name: name,
      GroupName: GROUP,
      ScheduleExpression: awsCron(cron),
      ScheduleExpressionTimezone: timezone,
      FlexibleTimeWindow: { Mode: 'OFF' },
      State: paused ? 'DISABLED' : 'ENABLED',
      Target: {
        Arn: this.#arn('lambda', 'function:nimbus-schedule'),
        RoleArn: this.#role,
        Input: JSON.stringify(event),
        DeadLetterConfig: { Arn: this.#arn('sqs', 'nimbus-schedule-dead') },
        RetryPolicy: RETRIES,
      },
    };
  }
}
