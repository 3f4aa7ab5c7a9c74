import { Script } from 'node:vm';

/** Work that may not come to its end, and so is to leave nothing behind that anybody else relies on. */
export type Attempt = <T>(work: () => T) => T | null;

/** Where the script finds its work: scripts of node:vm take no arguments. */
const WORK = Symbol.for('nimbus.attempt');
const script = new Script(`globalThis[Symbol.for('nimbus.attempt')]()`);

/**
 * Attempts that end after so long, or where they would end the process. V8 stops them in the middle of whatever
 * they run, loops of WebAssembly too, by a thread of its own that node:vm starts for each: 0.1 to 0.5 ms.
 * The answer is null for one that was stopped; what it throws else is thrown.
 */
export function attemptsOf(timeout: number): Attempt {
  return <T>(work: () => T): T | null => {
    let result: T | null = null;
    const { exit } = process;
    process.exit = refuseExit;
    Reflect.set(globalThis, WORK, () => {
      result = work();
    });
    try {
      script.runInThisContext({ timeout });
      return result;
    } catch (error) {
      if (isStop(error)) return null;
      throw error;
    } finally {
      process.exit = exit;
      Reflect.deleteProperty(globalThis, WORK);
    }
  };
}

/** An attempt that would have ended the process. */
class ExitError extends Error {
  override readonly name = 'ExitError';
}

function refuseExit(code?: number | string | null): never {
  throw new ExitError(`exit ${code ?? 0} in an attempt`);
}

function isStop(error: unknown): boolean {
  if (error instanceof ExitError) return true;
  return (error as NodeJS.ErrnoException | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
