import {
  ExecutionAbortedError,
  ExecutionError,
  StateMachine,
  type StateMachineDefinition,
} from 'aws-local-stepfunctions';
import { localDefinition, type TaskOf } from './definition.ts';
import { type Invoke, Tasks } from './tasks.ts';

type Json = Parameters<StateMachine['run']>[0];

export interface MachineOptions {
  /** As for the cloud; Task states name their function by a placeholder. */
  readonly definition: StateMachineDefinition;
  readonly invoke: Invoke;
  /** How many items of a Map state run at a time at the most. */
  readonly concurrency: number;
  /** Takes the place of all intervals between retries; for tests. */
  readonly retryMilliseconds?: number | undefined;
}

export type Result =
  | { readonly status: 'SUCCEEDED'; readonly output: string }
  | { readonly status: 'FAILED'; readonly error: string; readonly cause: string }
  | { readonly status: 'ABORTED' };

export interface Run {
  /** Never rejects. */
  readonly result: Promise<Result>;
  /** Starts no further task; those under way go on, and their results are not used. */
  stop(): void;
}

/** What the states see of their execution as `$$`. */
export interface ExecutionContext {
  readonly Execution: { readonly Id: string; readonly Name: string };
  readonly StateMachine: { readonly Id: string; readonly Name: string };
}

/** Runs executions of one definition, by the engine of aws-local-stepfunctions. */
export class Machine {
  readonly #machine: StateMachine;
  readonly #tasks: ReadonlyMap<string, TaskOf>;
  readonly #retryIntervals: Record<string, number>;
  readonly #invoke: Invoke;

  /** Throws DefinitionError. */
  constructor({ definition, invoke, concurrency, retryMilliseconds }: MachineOptions) {
    const local = localDefinition(definition, concurrency);
    // Checked by a test with the newest validator, as ARNs and paths of the shared file.
    const validationOptions = { noValidate: true };
    this.#machine = new StateMachine(local.definition, { validationOptions });
    this.#tasks = local.tasks;
    this.#invoke = invoke;
    this.#retryIntervals =
      retryMilliseconds === undefined
        ? {}
        : Object.fromEntries(local.retrying.map((name) => [name, retryMilliseconds]));
  }

  /** `input` is JSON text. */
  run(input: string, context: ExecutionContext): Run {
    const tasks = new Tasks(this.#invoke);
    const handlers = [...this.#tasks].map(
      ([name, task]) =>
        [name, (event: Json) => tasks.run(name, task, event) as Promise<Json>] as const,
    );
    const { result, abort } = this.#machine.run(JSON.parse(input), {
      context: { ...context },
      overrides: {
        taskResourceLocalHandlers: Object.fromEntries(handlers),
        retryIntervalOverrides: this.#retryIntervals,
      },
    });
    return {
      result: result.then(succeeded, failed).finally(() => tasks.end()),
      stop() {
        tasks.end();
        abort();
      },
    };
  }
}

function succeeded(output: Json): Result {
  return { status: 'SUCCEEDED', output: JSON.stringify(output) };
}

function failed(error: unknown): Result {
  if (error instanceof ExecutionAbortedError) return { status: 'ABORTED' };
  const { name, message } = (error instanceof ExecutionError ? error.cause : error) as Error;
  return { status: 'FAILED', error: name, cause: message };
}
