import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { captureOutput } from './capture-output.ts';
import { FunctionError, reportOf } from './errors.ts';
import type { Message, Outcome, Task, WorkerData } from './messages.ts';
import { responsePayload } from './payload.ts';

type Handler = (event: unknown, context: FunctionContext) => Promise<unknown>;
/** Lambda's Node 24 runtime has no callbacks any more. */
type FunctionContext = Omit<Context, 'done' | 'fail' | 'succeed'>;

const { name, bundle, timeoutSeconds, memoryMegabytes, region } = workerData as WorkerData;
let requestId = '';
let handler: Handler | null = null;

const flush = captureOutput((stream, text) =>
  send({ kind: 'line', line: { function: name, requestId, stream, text } }),
);
process.on('exit', flush);

/** One run of the function. What the handler throws is an outcome; this itself never throws. */
export default async function run(task: Task): Promise<Outcome> {
  requestId = task.requestId;
  send({ kind: 'begun', requestId });
  const context = contextOf(requestId, Date.now() + timeoutSeconds * 1000);
  try {
    handler ??= await load();
    const result = await handler(JSON.parse(task.event), context);
    return { result: responsePayload(result) };
  } catch (thrown) {
    return { error: reportOf(thrown) };
  } finally {
    flush();
    send({ kind: 'ended', requestId });
  }
}

function send(message: Message): void {
  parentPort?.postMessage(message);
}

/** At the first run, not at the start: an error in the bundle is then the error of that run. */
async function load(): Promise<Handler> {
  const exported = (await import(bundle).catch(failLoading)) as { handler?: unknown };
  if (typeof exported.handler === 'function') return exported.handler as Handler;
  const errorMessage = `${name}: found no function 'handler' among the exports of the bundle`;
  throw new FunctionError({ errorType: 'Runtime.HandlerNotFound', errorMessage, trace: [] });
}

function failLoading(error: unknown): never {
  const report = reportOf(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND') {
    throw new FunctionError({ ...report, errorType: 'Runtime.ImportModuleError' });
  }
  if (error instanceof SyntaxError) {
    throw new FunctionError({ ...report, errorType: 'Runtime.UserCodeSyntaxError' });
  }
  throw error;
}

function contextOf(awsRequestId: string, deadline: number): FunctionContext {
  const functionName = process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? name;
  return {
    awsRequestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${region}:000000000000:function:${functionName}`,
    memoryLimitInMB: `${memoryMegabytes}`,
    logGroupName: process.env['AWS_LAMBDA_LOG_GROUP_NAME'] ?? '',
    logStreamName: process.env['AWS_LAMBDA_LOG_STREAM_NAME'] ?? '',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}
