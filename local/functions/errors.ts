/**
 * A run of a function that failed, as Lambda reports it: `name` is Lambda's `errorType`, which the
 * state machine matches in Retry and Catch; `message` its `errorMessage`; `trace` the lines of the stack.
 */
export class FunctionError extends Error {
  override readonly name: string;
  readonly trace: readonly string[];

  constructor({ errorType, errorMessage, trace }: ErrorReport) {
    super(errorMessage);
    this.name = errorType;
    this.trace = trace;
  }
}

/** The payload of a failed invocation. */
export interface ErrorReport {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** What a handler threw, in the shape in which Lambda's Node runtime reports it. */
export function reportOf(thrown: unknown): ErrorReport {
  if (!(thrown instanceof Error)) {
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  }
  const { name, message, stack = '' } = thrown;
  return { errorType: name, errorMessage: message, trace: stack.split('\n') };
}

/** The run took longer than its function may. */
export function timedOut(requestId: string, seconds: number): ErrorReport {
  return platformError(requestId, 'Sandbox.Timedout', `Task timed out after ${seconds} seconds`);
}

/**
 * The worker ended in the middle of the run: out of memory, `process.exit`, or an error that was
 * thrown outside of the handler and so reached nobody.
 */
export function died(requestId: string, cause: unknown): ErrorReport {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return platformError(
      requestId,
      'Runtime.OutOfMemory',
      'Runtime exited with error: out of memory',
    );
  }
  const status = /^worker exited with code: (\d+)$/.exec(message)?.[1];
  if (status === undefined) return reportOf(cause);
  return platformError(
    requestId,
    'Runtime.ExitError',
    `Runtime exited with error: exit status ${status}`,
  );
}

function platformError(requestId: string, errorType: string, message: string): ErrorReport {
  return { errorType, errorMessage: `RequestId: ${requestId} Error: ${message}`, trace: [] };
}
