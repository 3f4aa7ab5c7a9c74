import { readFileSync } from 'node:fs';
import { type Engine, startEngine } from '../../../local/engine/engine.ts';
import type { Execution } from '../../../local/engine/executions.ts';

/** The state machine that the cloud gets too. */
export const definition = JSON.parse(
  readFileSync(new URL('../../../infra/job.asl.json', import.meta.url), 'utf8'),
);

export type Functions = Partial<
  Record<'plan' | 'chunk' | 'merge' | 'fail', (event: Event) => unknown>
>;

export interface Event {
  readonly job: string;
  readonly round: number;
  readonly chunk: number;
  readonly stuck?: number;
  readonly plan?: { readonly round?: number };
  readonly error?: { readonly Error: string; readonly Cause: string };
}

export interface Called {
  readonly name: string;
  readonly event: Event;
}

/** An engine whose functions are plain ones; those that a test does not give return null. */
export async function engineOf(functions: Functions, concurrency = 2) {
  const calls: Called[] = [];
  const engine = await startEngine({
    definition,
    concurrency,
    retryMilliseconds: 1,
    invoke: async (name, event) => {
      calls.push({ name, event: event as Event });
      return functions[name as keyof Functions]?.(event as Event) ?? null;
    },
  });
  return { engine, calls };
}

/** Runs one job to its end. */
export async function runJob(functions: Functions, concurrency = 2) {
  const { engine, calls } = await engineOf(functions, concurrency);
  const execution = await settle(engine, 'a-job');
  await engine.close();
  return { execution, calls, names: calls.map(({ name }) => name) };
}

export async function settle({ executions }: Engine, name: string): Promise<Execution> {
  const { arn } = executions.start(name, JSON.stringify({ job: name }));
  return executions.settled(arn);
}

/** A plan with one round over these chunks. */
export function oneRound(chunks: readonly number[]) {
  return ({ plan }: Event) =>
    plan === undefined ? { next: 'round', round: 0, chunks, stuck: 0 } : { next: 'merge' };
}

/** An error as a handler throws it. */
export function failure(name: string, message = 'as asked'): Error {
  return Object.assign(new Error(message), { name });
}
