import {
  DescribeExecutionCommand,
  RedriveExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Machine } from '../job/ingest-step.ts';
import type { Restarts } from '../job/sweep-step.ts';

/** The executions of the one state machine. An execution bears the name of its job. */
export class StateMachine implements Machine, Restarts {
  readonly #arn: string;
  readonly #client = new SFNClient({});

  constructor(arn: string) {
    this.#arn = arn;
  }

  async start(job: string): Promise<void> {
    const name = executionName(job);
    try {
      const input = JSON.stringify({ job });
      await this.#client.send(
        new StartExecutionCommand({ stateMachineArn: this.#arn, name, input }),
      );
    } catch (error) {
      if ((error as Error).name !== 'ExecutionAlreadyExists') throw error;
    }
  }

  async restart(job: string): Promise<boolean> {
    const executionArn = executionArnOf(this.#arn, job);
    const status = await this.#status(executionArn);
    if (status === 'RUNNING' || status === 'PENDING_REDRIVE') return false;
    if (status === null) await this.start(job);
    else await this.#client.send(new RedriveExecutionCommand({ executionArn }));
    return true;
  }

  async #status(executionArn: string): Promise<string | null> {
    try {
      const { status } = await this.#client.send(new DescribeExecutionCommand({ executionArn }));
      return status ?? null;
    } catch (error) {
      if ((error as Error).name === 'ExecutionDoesNotExist') return null;
      throw error;
    }
  }
}

/** Names of executions have no slash. */
export function executionName(job: string): string {
  return job.replaceAll('/', '-');
}

export function executionArnOf(machine: string, job: string): string {
  return `${machine.replace(':stateMachine:', ':execution:')}:${executionName(job)}`;
}
