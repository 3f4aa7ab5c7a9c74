import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import { DefinitionError } from './errors.ts';

type States = StateMachineDefinition['States'];
type State = States[string];
type TaskState = Extract<State, { Type: 'Task' }>;
type MapState = Extract<State, { Type: 'Map' }>;

/** A Task state of the definition, and the function that does it. */
export interface TaskOf {
  readonly function: string;
  /** Whether it is done once for each item of a Map state. */
  readonly isItem: boolean;
  /** Where its result goes in the state's input; undefined: in the place of it. */
  readonly resultPath: string | null | undefined;
  /** Whether Catch names States.DataLimitExceeded, which States.ALL does not match. */
  readonly catchesDataLimit: boolean;
}

export interface LocalDefinition {
  readonly definition: StateMachineDefinition;
  /** By state name. */
  readonly tasks: ReadonlyMap<string, TaskOf>;
  /** Names of the states that have a Retry. */
  readonly retrying: readonly string[];
}

/**
 * The longest time-out that a timer of Node can hold. It replaces those of the states, since the engine
 * counts the time that a task waits for a worker too; the function host counts from the start of the run.
 */
const NO_TIMEOUT_SECONDS = Math.floor((2 ** 31 - 1) / 1000);
const DATA_LIMIT = 'States.DataLimitExceeded';

/**
 * A definition for the cloud made fit for this machine: Map states run at most `concurrency` items at a
 * time, and Task states name their function by their placeholder, as in `"Resource": "${plan}"`.
 * Throws DefinitionError for any other resource.
 */
export function localDefinition(
  cloud: StateMachineDefinition,
  concurrency: number,
): LocalDefinition {
  const definition = structuredClone(cloud);
  const tasks = new Map<string, TaskOf>();
  const retrying: string[] = [];
  const visit = (states: States, isItem: boolean) => {
    for (const [name, state] of Object.entries(states)) {
      if ('Retry' in state) retrying.push(name);
      if (isTask(state)) tasks.set(name, taskOf(name, state, isItem));
      if (isMap(state)) {
        state.MaxConcurrency = Math.min(state.MaxConcurrency || concurrency, concurrency);
        visit((state.ItemProcessor ?? state.Iterator)?.States ?? {}, true);
      }
    }
  };
  visit(definition.States, false);
  return { definition, tasks, retrying };
}

function taskOf(name: string, state: TaskState, isItem: boolean): TaskOf {
  const placeholder = /^\$\{(\w+)\}$/.exec(state.Resource)?.[1];
  if (placeholder === undefined) {
    const allowed = 'a dollar sign and the name of a function in braces';
    throw new DefinitionError(
      `state ${name}: Resource: found ${state.Resource}, allowed ${allowed}`,
    );
  }
  state.TimeoutSeconds = NO_TIMEOUT_SECONDS;
  const catchers = state.Catch ?? [];
  return {
    function: placeholder,
    isItem,
    resultPath: state.ResultPath,
    catchesDataLimit: catchers.some(({ ErrorEquals }) => ErrorEquals.includes(DATA_LIMIT)),
  };
}

function isTask(state: State): state is TaskState {
  return state.Type === 'Task';
}

function isMap(state: State): state is MapState {
  return state.Type === 'Map';
}
