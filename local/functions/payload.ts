import { FunctionError } from './errors.ts';

/** Lambda's bound on what goes into a synchronous invocation, in bytes of JSON. */
export const LARGEST_REQUEST = 6 * 1024 * 1024;
/** Lambda's bound on what comes out of one, in bytes of JSON. */
export const LARGEST_RESPONSE = LARGEST_REQUEST + 100;

/** The event as JSON; throws a FunctionError named like the refusal of Lambda's Invoke. */
export function requestPayload(event: unknown): string {
  const payload = JSON.stringify(event ?? null);
  const found = Buffer.byteLength(payload);
  if (found <= LARGEST_REQUEST) return payload;
  throw new FunctionError({
    errorType: 'RequestEntityTooLargeException',
    errorMessage: `event: found ${found} bytes of JSON, allowed ${LARGEST_REQUEST}; pass the address of the data instead`,
    trace: [],
  });
}

/** The result as JSON, `null` for none; throws a FunctionError named like Lambda's. */
export function responsePayload(result: unknown): string {
  const payload = stringify(result);
  const found = Buffer.byteLength(payload);
  if (found <= LARGEST_RESPONSE) return payload;
  throw new FunctionError({
    errorType: 'Function.ResponseSizeTooLarge',
    errorMessage: `result: found ${found} bytes of JSON, allowed ${LARGEST_RESPONSE}; write it to the bucket and return its address`,
    trace: [],
  });
}

function stringify(result: unknown): string {
  try {
    return JSON.stringify(result ?? null) ?? 'null';
  } catch (error) {
    const errorMessage = `result: found what is no JSON: ${(error as Error).message}`;
    throw new FunctionError({ errorType: 'Runtime.MarshalError', errorMessage, trace: [] });
  }
}
