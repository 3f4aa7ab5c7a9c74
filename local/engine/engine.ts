import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { LOOPBACK, namesLoopback, urlOf } from '../loopback.ts';
import { StatesError } from './errors.ts';
import { Executions } from './executions.ts';
import { Machine, type MachineOptions } from './machine.ts';
import { answer, type Service } from './operations.ts';

/** Known from StartExecution: an input of 256 KiB whose every character is escaped. */
const LARGEST_BODY = 2 * 1024 * 1024;
const OPEN_EXECUTIONS = 1_000_000;

export interface EngineOptions extends MachineOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
}

export interface Engine {
  /** For `AWS_ENDPOINT_URL_SFN`. */
  readonly url: string;
  /** For `NIMBUS_MACHINE`. */
  readonly machineArn: string;
  readonly executions: Executions;
  /** Stops all executions; tasks under way are not waited for. */
  close(): Promise<void>;
}

/**
 * Runs the state machine `nimbus` behind an endpoint on loopback that speaks the AWS JSON 1.0 protocol of
 * Step Functions: start, describe, stop, list and redrive executions.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const machineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:nimbus';
  const machine = new Machine(options);
  const executions = new Executions({ machine, machineArn, limit: OPEN_EXECUTIONS });
  const server = createServer((request, response) => {
    serve(request, response, { machineArn, executions });
  });
  server.listen(options.port ?? 0, LOOPBACK);
  await once(server, 'listening');
  return {
    url: urlOf(server),
    machineArn,
    executions,
    async close() {
      executions.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  service: Service,
): Promise<void> {
  try {
    const { host, 'x-amz-target': target = '' } = request.headers;
    assertAllowed(request, namesLoopback(host));
    const operation = `${target}`.replace(/^AWSStepFunctions\./, '');
    send(response, 200, answer(operation, await bodyOf(request), service));
  } catch (error) {
    const { name, message } = error as Error;
    const status = error instanceof StatesError ? 400 : 500;
    send(response, status, { __type: status === 400 ? name : 'InternalFailure', message });
  }
}

function assertAllowed({ method, headers }: IncomingMessage, isLoopback: boolean): void {
  if (!isLoopback || method !== 'POST') {
    throw new StatesError('AccessDeniedException', `allowed POST on ${LOOPBACK} only`);
  }
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (length <= LARGEST_BODY) return;
  throw new StatesError(
    'ValidationException',
    `body: found ${length} bytes, allowed ${LARGEST_BODY}`,
  );
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  return json(request).catch((error: Error) => {
    throw new StatesError('SerializationException', `body: ${error.message}`);
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}
