import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkAccess, checkOrigin } from './access.ts';
import type { Answer, Call, Headers } from './call.ts';
import { S3Error } from './errors.ts';
import { findRoute } from './router.ts';
import { send } from './send.ts';
import type { Store } from './store.ts';
import { headersInQuery, parseTarget } from './target.ts';
import { buildXml } from './xml.ts';

/** Calls so far by operation; `refused` counts those that no operation was found for. */
export type RequestCounts = Record<string, number>;

/** Answers one request, whatever happens. */
export async function answerRequest(
  store: Store,
  counts: RequestCounts,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  response.setHeader('x-amz-request-id', requestId);
  let call = blankCall(request, requestId);
  let answer: Answer = { status: 500 };
  try {
    const understood = understand(request, call);
    call = understood.call;
    counts[call.operation] = (counts[call.operation] ?? 0) + 1;
    store.faults.beforeWork(call);
    answer = await understood.handler(store, call);
    store.faults.afterWork(call);
  } catch (error) {
    closeReader(answer);
    if (call.operation === '') counts['refused'] = (counts['refused'] ?? 0) + 1;
    answer = errorAnswer(error, call, request);
  }
  try {
    if (!response.destroyed) await send(answer, { response, call, faults: store.faults });
  } catch {
    // The client has gone, or the file cannot be read: half an answer must not look whole.
    response.destroy();
  } finally {
    closeReader(answer);
  }
}

function blankCall(request: IncomingMessage, requestId: string): Call {
  return {
    operation: '',
    bucket: '',
    key: '',
    query: new Map(),
    headers: request.headers as Headers,
    // A body that is not read to its end must not take the connection with it.
    body: request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
    requestId,
  };
}

function understand(request: IncomingMessage, blank: Call) {
  checkOrigin(request);
  const target = parseTarget(request.url ?? '');
  checkAccess(request.headers.authorization, target.query);
  const headers = { ...headersInQuery(target.query), ...blank.headers };
  const { operation, handler } = findRoute(request.method ?? '', target, headers);
  return { handler, call: { ...blank, ...target, headers, operation } };
}

function errorAnswer(error: unknown, call: Call, request: IncomingMessage): Answer {
  const known =
    error instanceof S3Error
      ? error
      : new S3Error('InternalError', `We encountered an internal error: ${error}`);
  if (known.code === 'NotModified') return { status: 304, headers: known.headers };
  const content = {
    Code: known.code,
    Message: known.message,
    Resource: request.url ?? '',
    RequestId: call.requestId,
  };
  return {
    status: known.status,
    headers: { ...known.headers, 'content-type': 'application/xml' },
    body: buildXml('Error', content, false),
  };
}

function closeReader({ body }: Answer): void {
  if (typeof body === 'object' && 'reader' in body) body.reader.close();
}
