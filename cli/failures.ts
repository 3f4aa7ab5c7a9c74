import { echo } from '../core/text/echo.ts';
import { isOfSystem } from '../io/system-error.ts';

const LONGEST = 2_000;

/** What the exit code of the command says; scripts rely on the numbers. */
export const EXIT = {
  ok: 0,
  /** Finished, but some instances ended in an error or differ. */
  someFailed: 1,
  /** The command line is wrong; nothing was touched. */
  usage: 2,
  /** The input was refused as a whole; nothing was solved. */
  refused: 3,
  /** Storage gave up; running again resumes. */
  storage: 4,
  /** A budget of time or failures was reached; running again resumes. */
  stopped: 5,
  /** Two solvers, or a solver and its certificate, disagree. */
  disagree: 6,
  internal: 70,
  interrupted: 130,
} as const;

/** The command line asks for something that is not there. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The input as a whole is of no use. Exit code 3. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The exit code for whatever a verb threw. */
export function exitCodeFor(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof RefusedError) return EXIT.refused;
  if (error instanceof Error && /^(DataFolderError|VersionError|SettingsError)$/.test(error.name))
    return EXIT.refused;
  if (isOfSystem(error) || isOfStorage(error)) return EXIT.storage;
  return EXIT.internal;
}

/**
 * What the store or a service behind it answered, or did not. Told by their names and fields: to import
 * their classes would take the quickest start longer.
 */
function isOfStorage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(StorageError|QueueError|CredentialsProviderError)$/.test(error.name) || '$metadata' in error
  );
}

/** An error that means something to the user in one line; a bug of ours with its trace. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `nimbus: ${String(error)}`;
  if (exitCodeFor(error) !== EXIT.internal) return `nimbus: ${echo(error.message, LONGEST)}`;
  return `nimbus: internal error, please report it with this trace\n${error.stack}`;
}
