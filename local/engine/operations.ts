import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { StatesError } from './errors.ts';
import type { Execution, Executions } from './executions.ts';

const Arn = v.pipe(v.string(), v.regex(/^arn:aws[a-z-]*:states:/, 'allowed an ARN of states'));
const Start = v.object({
  stateMachineArn: Arn,
  name: v.optional(v.string()),
  input: v.optional(v.string(), '{}'),
});
const One = v.object({ executionArn: Arn });
const Stop = v.object({
  executionArn: Arn,
  error: v.optional(v.pipe(v.string(), v.maxLength(256))),
  cause: v.optional(v.pipe(v.string(), v.maxLength(32_768))),
});
const List = v.object({
  stateMachineArn: Arn,
  statusFilter: v.optional(
    v.picklist(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED', 'PENDING_REDRIVE']),
  ),
  maxResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)), 0),
  nextToken: v.optional(v.string()),
});
/** Of ListExecutions, where the request asks for none or for 0. */
const PAGE = 100;

/** The state machine that the requests may name. */
export interface Service {
  readonly machineArn: string;
  readonly executions: Executions;
}

/**
 * Answers one request of the API of Step Functions. Throws StatesError with the code that the clients
 * know for what the service refuses.
 */
export function answer(operation: string, body: unknown, service: Service): object {
  const operate = OPERATIONS[operation];
  if (operate !== undefined) return operate(body, service);
  const allowed = Object.keys(OPERATIONS).join(', ');
  throw new StatesError('UnknownOperationException', `found ${operation}, allowed ${allowed}`);
}

const OPERATIONS: Readonly<Record<string, (body: unknown, service: Service) => object>> = {
  StartExecution(body, service) {
    const { stateMachineArn, name = randomUUID(), input } = check(Start, body);
    assertMachine(stateMachineArn, service);
    const { arn, startDate } = service.executions.start(name, input);
    return { executionArn: arn, startDate: seconds(startDate) };
  },
  DescribeExecution(body, { executions, machineArn }) {
    const execution = executions.describe(check(One, body).executionArn);
    const { input, output, error, cause } = execution;
    const redrivable = execution.status === 'FAILED' || execution.status === 'ABORTED';
    return {
      ...summaryOf(execution, machineArn),
      ...{ input, output, error, cause },
      redriveStatus: redrivable ? 'REDRIVABLE' : 'NOT_REDRIVABLE',
      ...(redrivable
        ? {}
        : { redriveStatusReason: `Execution is ${execution.status} and cannot be redriven` }),
    };
  },
  StopExecution(body, { executions }) {
    const { executionArn, error, cause } = check(Stop, body);
    const { stopDate } = executions.stop(executionArn, {
      ...(error === undefined ? {} : { error }),
      ...(cause === undefined ? {} : { cause }),
    });
    return { stopDate: seconds(stopDate) };
  },
  ListExecutions(body, service) {
    const { stateMachineArn, statusFilter, maxResults, nextToken = '0' } = check(List, body);
    assertMachine(stateMachineArn, service);
    if (!/^\d{1,9}$/.test(nextToken)) throw new StatesError('InvalidToken', `found ${nextToken}`);
    const all = service.executions.list(statusFilter);
    const from = Number(nextToken);
    const end = from + (maxResults || PAGE);
    return {
      executions: all.slice(from, end).map((one) => summaryOf(one, service.machineArn)),
      ...(end < all.length ? { nextToken: `${end}` } : {}),
    };
  },
  RedriveExecution(body, { executions }) {
    const { redriveDate } = executions.redrive(check(One, body).executionArn);
    return { redriveDate: seconds(redriveDate) };
  },
};

function summaryOf(execution: Execution, stateMachineArn: string) {
  const { arn, name, status, startDate, stopDate, redriveCount, redriveDate } = execution;
  return {
    ...{ executionArn: arn, stateMachineArn, name, status, redriveCount },
    startDate: seconds(startDate),
    stopDate: seconds(stopDate),
    redriveDate: seconds(redriveDate),
  };
}

/** The protocol has times as seconds. */
function seconds(date: Date | undefined): number | undefined {
  return date && date.getTime() / 1000;
}

function assertMachine(arn: string, { machineArn }: Service): void {
  if (arn === machineArn) return;
  const message = `State Machine Does Not Exist: '${arn}', allowed '${machineArn}'`;
  throw new StatesError('StateMachineDoesNotExist', message);
}

function check<Schema extends v.GenericSchema>(schema: Schema, body: unknown) {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output as v.InferOutput<Schema>;
  const [issue] = result.issues;
  const key = v.getDotPath(issue) ?? 'body';
  const code =
    key.endsWith('Arn') && issue.received !== 'undefined' ? 'InvalidArn' : 'ValidationException';
  throw new StatesError(code, `${key}: ${issue.message}`);
}
