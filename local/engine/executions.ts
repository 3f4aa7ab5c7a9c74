import { StatesError } from './errors.ts';
import type { Machine, Result, Run } from './machine.ts';
import { LARGEST_STATE } from './tasks.ts';

export type Status = 'RUNNING' | Result['status'];

/** What is known of an execution; texts are JSON where Step Functions has JSON. */
export interface Execution {
  readonly name: string;
  readonly arn: string;
  readonly input: string;
  readonly status: Status;
  readonly startDate: Date;
  readonly stopDate?: Date;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  readonly redriveCount: number;
  readonly redriveDate?: Date;
}

export interface ExecutionsOptions {
  readonly machine: Machine;
  /** ARN of the state machine. */
  readonly machineArn: string;
  /** How many executions may be open; AWS allows a million. */
  readonly limit: number;
}

interface Entry {
  execution: Execution;
  /** Let go at the end: it holds all that the engine knows of each item. */
  run: Run | null;
  settled: Promise<Execution>;
}

/** The executions of one state machine by name, in memory: with the process they are forgotten. */
export class Executions {
  readonly #options: ExecutionsOptions;
  readonly #entries = new Map<string, Entry>();
  #open = 0;

  constructor(options: ExecutionsOptions) {
    this.#options = options;
  }

  /**
   * Starts an execution. The same name and input while it runs give the same execution; throws
   * StatesError for a name that is taken otherwise, or for a wrong name or input.
   */
  start(name: string, input: string): Execution {
    assertName(name);
    assertInput(input);
    const former = this.#entries.get(name)?.execution;
    if (former?.status === 'RUNNING' && former.input === input) return former;
    const arn = this.#arnOf(name);
    if (former) throw new StatesError('ExecutionAlreadyExists', `Execution Already Exists: ${arn}`);
    const startDate = new Date();
    return this.#launch({ name, arn, input, status: 'RUNNING', startDate, redriveCount: 0 });
  }

  /** Throws StatesError for one that is not there. */
  describe(arn: string): Execution {
    return this.#entryOf(arn).execution;
  }

  /** Resolves when the execution has ended. */
  async settled(arn: string): Promise<Execution> {
    return this.#entryOf(arn).settled;
  }

  /** Stops an execution; one that has ended stays as it is. */
  stop(arn: string, reason: { error?: string; cause?: string } = {}): Execution {
    const entry = this.#entryOf(arn);
    if (entry.execution.status === 'RUNNING') {
      const { run } = entry;
      this.#close(entry, { status: 'ABORTED', ...reason });
      run?.stop();
    }
    return entry.execution;
  }

  /** Runs an execution that failed or was stopped again, from its start: chunks that are there are skipped. */
  redrive(arn: string): Execution {
    const { execution } = this.#entryOf(arn);
    if (execution.status === 'RUNNING' || execution.status === 'SUCCEEDED') {
      const message = `Execution is ${execution.status} and cannot be redriven: ${arn}`;
      throw new StatesError('ExecutionNotRedrivable', message);
    }
    const { name, input, startDate, redriveCount } = execution;
    return this.#launch({
      ...{ name, arn, input, startDate },
      status: 'RUNNING',
      redriveCount: redriveCount + 1,
      redriveDate: new Date(),
    });
  }

  /** Newest first. */
  list(status?: string): readonly Execution[] {
    const all = [...this.#entries.values()].map(({ execution }) => execution).reverse();
    return status === undefined ? all : all.filter((execution) => execution.status === status);
  }

  /** Stops all that run. */
  close(): void {
    for (const { arn } of this.list('RUNNING')) this.stop(arn);
  }

  #launch(execution: Execution): Execution {
    const { machine, machineArn, limit } = this.#options;
    if (this.#open >= limit) {
      throw new StatesError('ExecutionLimitExceeded', `open executions: allowed ${limit}`);
    }
    const { name, arn, input } = execution;
    const run = machine.run(input, {
      Execution: { Id: arn, Name: name },
      StateMachine: { Id: machineArn, Name: lastOf(machineArn) },
    });
    this.#open++;
    const settled = run.result.then((result) => {
      if (entry.execution.status === 'RUNNING') this.#close(entry, result);
      return entry.execution;
    });
    const entry: Entry = { execution, run, settled };
    this.#entries.set(name, entry);
    return execution;
  }

  #close(entry: Entry, result: Result): void {
    this.#open--;
    entry.run = null;
    entry.execution = { ...entry.execution, ...result, stopDate: new Date() };
  }

  #entryOf(arn: string): Entry {
    const entry = this.#entries.get(lastOf(arn));
    if (entry?.execution.arn === arn) return entry;
    throw new StatesError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  }

  #arnOf(name: string): string {
    return `${this.#options.machineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  }
}

function lastOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}

/** Source: StartExecution in the API reference of Step Functions. */
function assertName(name: string): void {
  if (/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u.test(name)) return;
  const allowed =
    '1 to 80 characters, no white space, none of < > { } [ ] ? * " # % \\ ^ | ~ ` $ & , ; : /';
  throw new StatesError('InvalidName', `name: found '${name}', allowed ${allowed}`);
}

function assertInput(input: string): void {
  const found = Buffer.byteLength(input);
  if (found > LARGEST_STATE) {
    const message = `input: found ${found} bytes, allowed ${LARGEST_STATE}`;
    throw new StatesError('ValidationException', message);
  }
  try {
    JSON.parse(input);
  } catch (error) {
    throw new StatesError('InvalidExecutionInput', `input: ${(error as Error).message}`);
  }
}
