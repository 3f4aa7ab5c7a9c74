import type { TaskOf } from './definition.ts';
import { DataLimitError, TaskError } from './errors.ts';

/** The bound of Step Functions on the input and the output of a state, in bytes of JSON. */
export const LARGEST_STATE = 256 * 1024;

/** Runs a function of the host. */
export type Invoke = (name: string, event: unknown) => Promise<unknown>;

/**
 * Does the tasks of one execution. The engine goes on with the items of a Map state after the Map has
 * failed and after the execution was stopped; such an item is answered with null and not done.
 */
export class Tasks {
  readonly #invoke: Invoke;
  #ended = false;
  /** Tasks outside of a Map state that are under way: while there is one, no Map state is. */
  #outside = 0;
  /** Bytes of the results of the items of the Map state under way, or of the last one. */
  #itemBytes = 0;

  constructor(invoke: Invoke) {
    this.#invoke = invoke;
  }

  /** From here on nothing is invoked any more. */
  end(): void {
    this.#ended = true;
  }

  /** Rejects with a TaskError or a DataLimitError. */
  async run(state: string, task: TaskOf, input: unknown): Promise<unknown> {
    if (this.#ended || (task.isItem && this.#outside > 0)) return null;
    assertSize(`state ${state}: input`, sizeOf(input), task);
    if (task.isItem) return this.#runItem(state, task, input);
    this.#outside++;
    try {
      this.#endMap(state, task);
      const result = await this.#call(task, input);
      const output = outputOf(task, input, result);
      assertSize(`state ${state}: output`, sizeOf(output), task);
      return result;
    } finally {
      this.#outside--;
    }
  }

  /**
   * The results of all items together are the output of their Map state, which the engine does not ask
   * about. Too large, it is found where the next task begins, and caught there as the Map would have it.
   */
  #endMap(state: string, task: TaskOf): void {
    const found = this.#itemBytes + 1;
    this.#itemBytes = 0;
    if (task.catchesDataLimit)
      assertSize(`state ${state}: output of all items before`, found, task);
  }

  async #runItem(state: string, task: TaskOf, input: unknown): Promise<unknown> {
    const result = await this.#call(task, input);
    const size = sizeOf(result);
    assertSize(`state ${state}: output`, size, task);
    this.#itemBytes += size + 1;
    return result;
  }

  async #call(task: TaskOf, input: unknown): Promise<unknown> {
    try {
      return (await this.#invoke(task.function, input)) ?? null;
    } catch (error) {
      throw new TaskError(error);
    }
  }
}

/** What the state hands on, for the result paths that a shared definition uses. */
function outputOf({ resultPath }: TaskOf, input: unknown, result: unknown): unknown {
  if (resultPath === undefined) return result;
  if (resultPath === null) return input;
  return { ...(input as object), [resultPath.replace(/^\$\./, '')]: result };
}

function sizeOf(value: unknown): number {
  return value === null ? 4 : Buffer.byteLength(JSON.stringify(value));
}

function assertSize(place: string, found: number, task: TaskOf): void {
  if (found <= LARGEST_STATE) return;
  const advice = 'write the data to the bucket and pass its address';
  throw new DataLimitError(
    `${place}: found ${found} bytes of JSON, allowed ${LARGEST_STATE}; ${advice}`,
    task.isItem || task.catchesDataLimit,
  );
}
