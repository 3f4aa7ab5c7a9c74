import {
  DescribeExecutionCommand,
  RedriveExecutionCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Machine } from '../job/ingest-step.ts';
import type { Restarts } from '../job/sweep-step.ts';

/** The executions of the one state machine. An execution bears the name of its job. */
export class StateMachine implements Machine, Restarts {
  readonly #arn: string;
  readonly #client: SFNClient;

  constructor(arn: string, client = new SFNClient({})) {
    this.#arn = arn;
    this.#client = client;
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
    else if (status === 'ABORTED') await this.#redrive(executionArn, job);
    else await this.#startAnew(job);
    return true;
  }

  /** Ends the execution of a job, if there is one. */
  async stop(job: string): Promise<void> {
    const executionArn = executionArnOf(this.#arn, job);
    if ((await this.#status(executionArn)) !== 'RUNNING') return;
    const why = { error: 'Cancelled', cause: 'cancelled by the user' };
    await this.#client.send(new StopExecutionCommand({ executionArn, ...why }));
  }

  async #redrive(executionArn: string, job: string): Promise<void> {
    try {
      await this.#client.send(new RedriveExecutionCommand({ executionArn }));
    } catch (error) {
      if ((error as Error).name !== 'ExecutionNotRedrivable') throw error;
      await this.#startAnew(job);
    }
  }

  /**
   * Under another name, for that of an execution that ended is taken for 90 days, and one that failed
   * would only fail again. Two at once do no harm: each object of a job is written once.
   */
  async #startAnew(job: string): Promise<void> {
    const name = `${executionName(job)}-${Date.now().toString(36)}`;
    const input = JSON.stringify({ job });
    await this.#client.send(new StartExecutionCommand({ stateMachineArn: this.#arn, name, input }));
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
