import {
  DescribeExecutionCommand,
  RedriveExecutionCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Machine } from '../job/ingest-step.ts';
import type { Restarted, Restarts } from '../job/sweep-step.ts';

/** The executions of the one state machine. An execution bears the name of its job. */
export class StateMachine implements Machine, Restarts {
  readonly #arn: string;
  readonly #client: SFNClient;

  constructor(arn: string, client = new SFNClient({})) {
    this.#arn = arn;
    this.#client = client;
  }

  async start(job: string): Promise<void> {
    await this.#start(job, executionName(job));
  }

  async restart(job: string, attempts = Number.POSITIVE_INFINITY): Promise<Restarted> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const name = attemptName(job, attempt);
      const status = await this.#status(name);
      if (status === 'RUNNING' || status === 'PENDING_REDRIVE') return 'at-work';
      if (status === null) await this.#start(job, name);
      if (status === null || (status === 'ABORTED' && (await this.#redrive(name))))
        return 'restarted';
    }
    return 'exhausted';
  }

  /** Ends the executions of a job, if there are any. */
  async stop(job: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const name = attemptName(job, attempt);
      const status = await this.#status(name);
      if (status === null) return;
      if (status !== 'RUNNING') continue;
      const why = { error: 'Cancelled', cause: 'cancelled by the user' };
      const executionArn = this.#arnOf(name);
      await this.#client.send(new StopExecutionCommand({ executionArn, ...why }));
    }
  }

  async #start(job: string, name: string): Promise<void> {
    const input = JSON.stringify({ job });
    try {
      await this.#client.send(
        new StartExecutionCommand({ stateMachineArn: this.#arn, name, input }),
      );
    } catch (error) {
      if ((error as Error).name !== 'ExecutionAlreadyExists') throw error;
    }
  }

  /** False where it is too late for that. */
  async #redrive(name: string): Promise<boolean> {
    try {
      const executionArn = this.#arnOf(name);
      await this.#client.send(new RedriveExecutionCommand({ executionArn }));
      return true;
    } catch (error) {
      if ((error as Error).name !== 'ExecutionNotRedrivable') throw error;
      return false;
    }
  }

  async #status(name: string): Promise<string | null> {
    try {
      const executionArn = this.#arnOf(name);
      const { status } = await this.#client.send(new DescribeExecutionCommand({ executionArn }));
      return status ?? null;
    } catch (error) {
      if ((error as Error).name === 'ExecutionDoesNotExist') return null;
      throw error;
    }
  }

  #arnOf(name: string): string {
    return `${this.#arn.replace(':stateMachine:', ':execution:')}:${name}`;
  }
}

/** Names of executions have no slash. */
export function executionName(job: string): string {
  return job.replaceAll('/', '-');
}

/**
 * The name of an execution that ended is taken for 90 days, and one that failed would only fail again:
 * a further attempt has a name of its own. It is the same for whoever starts it, so that there is one.
 */
function attemptName(job: string, attempt: number): string {
  return attempt === 1 ? executionName(job) : `${executionName(job)}-attempt-${attempt}`;
}
