import { pathToFileURL } from 'node:url';
import { type Counts, FunctionPool } from './function-pool.ts';
import type { LogLine } from './messages.ts';
import type { FunctionSettings } from './settings.ts';

export interface HostOptions<Name extends string> {
  /** Folder that holds `<name>/index.mjs` of each function, a module that exports `handler`. */
  readonly bundles: string;
  readonly functions: Readonly<Record<Name, FunctionSettings>>;
  /** Gets each line that a function prints. */
  readonly log: (line: LogLine) => void;
}

export interface FunctionHost<Name extends string> {
  /**
   * Runs a function as Lambda's synchronous invocation does: event and result go through JSON.
   * Rejects with a FunctionError that bears Lambda's name for what went wrong.
   */
  invoke(name: Name, event: unknown): Promise<unknown>;
  counts(): Record<Name, Counts>;
  /** Resolves when all runs that are under way now have come to their end. */
  settled(): Promise<void>;
  /** Ends all workers; runs under way fail. */
  close(): Promise<void>;
}

/** Runs the bundled Lambda handlers of one folder in worker threads, one pool a function. */
export function functionHost<Name extends string>({
  bundles,
  functions,
  log,
}: HostOptions<Name>): FunctionHost<Name> {
  const names = Object.keys(functions) as Name[];
  const folder = pathToFileURL(`${bundles}/`);
  const pools = new Map(
    names.map((name) => {
      const bundle = new URL(`${name}/index.mjs`, folder);
      return [name, new FunctionPool(name, functions[name], bundle, log)] as const;
    }),
  );
  return {
    async invoke(name, event) {
      const pool = pools.get(name);
      if (pool === undefined) throw new UnknownFunctionError(name, names);
      return pool.invoke(event);
    },
    counts: () =>
      Object.fromEntries([...pools].map(([name, { counts }]) => [name, counts])) as Record<
        Name,
        Counts
      >,
    async settled() {
      await Promise.all([...pools.values()].map((pool) => pool.settled()));
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** A function that the host does not have; named like Lambda's answer. */
export class UnknownFunctionError extends Error {
  override readonly name = 'ResourceNotFoundException';

  constructor(found: string, allowed: readonly string[]) {
    super(`function: found ${found}, allowed ${allowed.join(', ')}`);
  }
}
