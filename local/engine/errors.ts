import { type ErrorReport, FunctionError, reportOf } from '../functions/errors.ts';

/** The bound of Step Functions on a Cause, in characters. */
const LONGEST_CAUSE = 32_768;
const LONGEST_MESSAGE = 8_000;

/** The definition asks for what the local engine cannot do. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
}

/** A refusal of the service; `name` is the error code that the clients know. */
export class StatesError extends Error {
  override readonly name: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

/**
 * A failed task as the state machine sees it: `name` is matched by Retry and Catch, `message` becomes the
 * Cause: the function's error report as JSON, as Step Functions gives it.
 *
 * Source of the names: "Unhandled errors in Lambda are reported as Lambda.Unknown", which includes a worker
 * that ended; time-outs are reported as Sandbox.Timedout (Step Functions developer guide, Handle Lambda
 * service exceptions, Error names).
 */
export class TaskError extends Error {
  override readonly name: string;

  constructor(thrown: unknown) {
    const report = functionReport(thrown);
    super(causeOf(report));
    this.name = report.errorType.startsWith('Runtime.') ? 'Lambda.Unknown' : report.errorType;
  }
}

function functionReport(thrown: unknown): ErrorReport {
  const report = reportOf(thrown);
  return thrown instanceof FunctionError ? { ...report, trace: thrown.trace } : report;
}

function causeOf({ errorType, errorMessage, trace }: ErrorReport): string {
  const cause = JSON.stringify({ errorType, errorMessage, trace });
  if (cause.length <= LONGEST_CAUSE) return cause;
  return JSON.stringify({ errorType, errorMessage: errorMessage.slice(0, LONGEST_MESSAGE) });
}

/**
 * A state has more data than Step Functions carries. No Retry matches it, and of the catchers those that
 * name it. Where an item of a Map state has none, it fails the Map state, whose States.ALL then matches.
 */
export class DataLimitError extends Error {
  override readonly name = 'States.DataLimitExceeded';
  readonly isRetryable = false;
  readonly isCatchable: boolean;

  constructor(message: string, isCatchable: boolean) {
    super(message);
    this.isCatchable = isCatchable;
  }
}
