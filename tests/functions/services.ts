import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:nimbus';

/** What was asked of the state machine and of the queue, and how it stands. */
export interface Services {
  readonly url: string;
  /** Status of each execution by its name. */
  readonly executions: Map<string, string>;
  /** `start NAME`, `redrive NAME`, in their order. */
  readonly calls: string[];
  /** Bodies of the messages in the queue. */
  readonly messages: string[];
  /** Requests that are answered by an error from now on. */
  refuse: number;
  readonly close: () => void;
}

interface Request {
  readonly [name: string]: unknown;
}

class ServiceError extends Error {}

/** The operations of Step Functions and SQS that functions use, answered as the services do. */
export async function startServices(): Promise<Services> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const operation = `${request.headers['x-amz-target']}`.split('.')[1] ?? '';
      const input = JSON.parse(Buffer.concat(chunks).toString()) as Request;
      const [status, output] = answerTo(services, operation, input);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(output));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const services: Services = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    executions: new Map(),
    calls: [],
    messages: [],
    refuse: 0,
    close: () => server.close(),
  };
  return services;
}

function answerTo(services: Services, operation: string, input: Request): [number, unknown] {
  if (services.refuse > 0) {
    services.refuse--;
    return [400, { __type: 'AccessDeniedException', message: 'refused' }];
  }
  const answer = OPERATIONS[operation];
  if (answer === undefined) return [400, { __type: 'UnknownOperationException' }];
  try {
    return [200, answer(services, input)];
  } catch (error) {
    return [400, { __type: (error as Error).message, message: 'as the service says it' }];
  }
}

const OPERATIONS: Readonly<Record<string, (services: Services, input: Request) => unknown>> = {
  StartExecution({ executions, calls }, { name, stateMachineArn }) {
    calls.push(`start ${name}`);
    if (stateMachineArn !== MACHINE) throw new ServiceError('StateMachineDoesNotExist');
    if (![undefined, 'RUNNING'].includes(executions.get(`${name}`))) {
      throw new ServiceError('ExecutionAlreadyExists');
    }
    executions.set(`${name}`, 'RUNNING');
    return { executionArn: `${arnOf(`${name}`)}`, startDate: 0 };
  },
  DescribeExecution({ executions }, { executionArn }) {
    const status = executions.get(nameOf(executionArn));
    if (status === undefined) throw new ServiceError('ExecutionDoesNotExist');
    return { executionArn, stateMachineArn: MACHINE, startDate: 0, status };
  },
  RedriveExecution({ executions, calls }, { executionArn }) {
    const name = nameOf(executionArn);
    calls.push(`redrive ${name}`);
    if (executions.get(name) === 'SUCCEEDED') throw new ServiceError('ExecutionNotRedrivable');
    executions.set(name, 'RUNNING');
    return { redriveDate: 0 };
  },
  SendMessageBatch({ messages }, { Entries }) {
    const entries = Entries as readonly { Id: string; MessageBody: string }[];
    if (entries.length > 10) throw new ServiceError('TooManyEntriesInBatchRequest');
    messages.push(...entries.map(({ MessageBody }) => MessageBody));
    const Successful = entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    return { Successful, Failed: [] };
  },
};

const arnOf = (name: string) => `${MACHINE.replace(':stateMachine:', ':execution:')}:${name}`;
const nameOf = (arn: unknown) => `${arn}`.split(':').at(-1) ?? '';
