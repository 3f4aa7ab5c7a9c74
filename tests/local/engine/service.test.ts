import { request } from 'node:http';
import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  RedriveExecutionCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Engine } from '../../../local/engine/engine.ts';
import { Executions } from '../../../local/engine/executions.ts';
import { Machine } from '../../../local/engine/machine.ts';
import { type Called, definition, engineOf, failure, oneRound } from './job-machine.ts';

const chunks = Array.from({ length: 50 }, (_, at) => at);
let held = Promise.withResolvers<void>();
let isBroken = false;
let engine: Engine;
let calls: Called[];
let client: SFNClient;

beforeAll(async () => {
  ({ engine, calls } = await engineOf({
    plan: oneRound(chunks),
    chunk: () => held.promise,
    merge: () => {
      if (isBroken) throw failure('VersionError');
    },
  }));
  vi.stubEnv('AWS_ENDPOINT_URL_SFN', engine.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  client = new SFNClient({});
});

afterEach(() => {
  held.resolve();
  held = Promise.withResolvers();
  isBroken = false;
});

afterAll(async () => {
  client.destroy();
  await engine.close();
  vi.unstubAllEnvs();
});

function start(name: string, input: object = { job: name }) {
  const stateMachineArn = engine.machineArn;
  return client.send(
    new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }),
  );
}

function describe(executionArn: string | undefined) {
  return client.send(new DescribeExecutionCommand({ executionArn }));
}

test('an execution is started by name, described while it runs, and gives its output', async () => {
  const { executionArn, startDate } = await start('first');
  expect(executionArn).toBe('arn:aws:states:us-east-1:000000000000:execution:nimbus:first');
  expect(startDate).toBeInstanceOf(Date);
  expect(await describe(executionArn)).toMatchObject({
    status: 'RUNNING',
    name: 'first',
    stateMachineArn: engine.machineArn,
    input: '{"job":"first"}',
    redriveStatus: 'NOT_REDRIVABLE',
    startDate,
  });
  held.resolve();
  await engine.executions.settled(executionArn as string);
  const described = await describe(executionArn);
  expect(described).toMatchObject({ status: 'SUCCEEDED', stopDate: expect.any(Date) });
  expect(JSON.parse(described.output ?? '')).toEqual({ job: 'first', plan: { next: 'merge' } });
});

test('the same name and input while it runs are the same execution; anything else is taken', async () => {
  const first = await start('twice');
  const again = await start('twice');
  expect([again.executionArn, again.startDate]).toEqual([first.executionArn, first.startDate]);
  const taken = { name: 'ExecutionAlreadyExists', $metadata: { httpStatusCode: 400 } };
  await expect(start('twice', { job: 'other' })).rejects.toMatchObject(taken);
  held.resolve();
  await engine.executions.settled(first.executionArn as string);
  await expect(start('twice')).rejects.toMatchObject(taken);
  expect(calls.filter(({ name, event }) => name === 'merge' && event.job === 'twice').length).toBe(
    1,
  );
});

test('a stopped execution starts no more chunks, and can be redriven to its end', async () => {
  const { executionArn } = await start('stopped');
  const started = () =>
    calls.filter(({ name, event }) => name === 'chunk' && event.job === 'stopped').length;
  await vi.waitFor(() => expect(started()).toBe(2));
  const stop = { executionArn, error: 'Cancelled', cause: 'by the user' };
  const { stopDate } = await client.send(new StopExecutionCommand(stop));
  const described = await describe(executionArn);
  expect(described).toMatchObject({
    status: 'ABORTED',
    error: 'Cancelled',
    cause: 'by the user',
    stopDate,
    redriveStatus: 'REDRIVABLE',
  });
  held.resolve();
  const { executionArn: other } = await start('after-it');
  await engine.executions.settled(other as string);
  expect(started()).toBe(2);
  const { redriveDate } = await client.send(new RedriveExecutionCommand({ executionArn }));
  await engine.executions.settled(executionArn as string);
  expect(started()).toBe(2 + chunks.length);
  expect(await describe(executionArn)).toMatchObject({
    status: 'SUCCEEDED',
    redriveCount: 1,
    redriveDate,
    startDate: described.startDate,
  });
});

test('a failed execution can be redriven, a running or finished one cannot', async () => {
  isBroken = true;
  held.resolve();
  const { executionArn } = await start('failing');
  await engine.executions.settled(executionArn as string);
  expect(await describe(executionArn)).toMatchObject({ status: 'FAILED', error: 'VersionError' });
  isBroken = false;
  held = Promise.withResolvers();
  const redrive = () => client.send(new RedriveExecutionCommand({ executionArn }));
  await redrive();
  const refused = { name: 'ExecutionNotRedrivable', $metadata: { httpStatusCode: 400 } };
  await expect(redrive()).rejects.toMatchObject(refused);
  held.resolve();
  await engine.executions.settled(executionArn as string);
  expect((await describe(executionArn)).status).toBe('SUCCEEDED');
  await expect(redrive()).rejects.toMatchObject(refused);
});

test('executions are listed newest first, by status and in pages', async () => {
  const arns: string[] = [];
  for (const name of ['list-a', 'list-b', 'list-c']) {
    arns.unshift((await start(name)).executionArn as string);
  }
  const page = (nextToken?: string) =>
    client.send(
      new ListExecutionsCommand({
        stateMachineArn: engine.machineArn,
        statusFilter: 'RUNNING',
        maxResults: 2,
        nextToken,
      }),
    );
  const first = await page();
  const second = await page(first.nextToken);
  const listed = [...(first.executions ?? []), ...(second.executions ?? [])];
  expect(listed.map(({ executionArn }) => executionArn)).toEqual(arns);
  expect([first.executions?.length, second.nextToken]).toEqual([2, undefined]);
  expect(listed[0]).toMatchObject({ status: 'RUNNING', name: 'list-c', redriveCount: 0 });
  held.resolve();
  for (const arn of arns) await engine.executions.settled(arn);
  expect((await page()).executions).toEqual([]);
});

test('what the service refuses has the code that the client knows', async () => {
  const refused = (name: string) => ({ name, $metadata: { httpStatusCode: 400 } });
  const nobody = `${engine.machineArn.replace('stateMachine', 'execution')}:nobody`;
  await expect(describe(nobody)).rejects.toMatchObject(refused('ExecutionDoesNotExist'));
  await expect(describe('nobody')).rejects.toMatchObject(refused('InvalidArn'));
  await expect(start('with a space')).rejects.toMatchObject(refused('InvalidName'));
  await expect(start('x'.repeat(81))).rejects.toMatchObject(refused('InvalidName'));
  await expect(start('large', { job: 'x'.repeat(256 * 1024) })).rejects.toMatchObject(
    refused('ValidationException'),
  );
  const stateMachineArn = `${engine.machineArn}-2`;
  const other = new StartExecutionCommand({ stateMachineArn, input: '{}' });
  await expect(client.send(other)).rejects.toMatchObject(refused('StateMachineDoesNotExist'));
  const torn = new StartExecutionCommand({ stateMachineArn: engine.machineArn, input: '{' });
  await expect(client.send(torn)).rejects.toMatchObject(refused('InvalidExecutionInput'));
});

test('no more executions are open than allowed', async () => {
  const machine = new Machine({ definition, concurrency: 1, invoke: () => held.promise });
  const executions = new Executions({ machine, machineArn: engine.machineArn, limit: 1 });
  const { arn } = executions.start('one', '{}');
  const full = expect.objectContaining({ name: 'ExecutionLimitExceeded' });
  expect(() => executions.start('two', '{}')).toThrow(full);
  executions.stop(arn);
  expect(executions.start('two', '{}').status).toBe('RUNNING');
  executions.close();
});

test('other operations, other methods and other hosts are refused', async () => {
  const post = {
    method: 'POST',
    headers: { 'X-Amz-Target': 'AWSStepFunctions.DeleteStateMachine' },
  };
  const unknown = await fetch(engine.url, { ...post, body: '{}' });
  expect([unknown.status, await unknown.json()]).toEqual([
    400,
    { __type: 'UnknownOperationException', message: expect.stringContaining('StartExecution') },
  ]);
  expect((await fetch(engine.url)).status).toBe(400);
  const list = { 'X-Amz-Target': 'AWSStepFunctions.ListExecutions', Host: 'attacker.example' };
  const status = await new Promise((resolve, reject) => {
    request(engine.url, { method: 'POST', headers: list }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(JSON.stringify({ stateMachineArn: engine.machineArn }));
  });
  expect(status).toBe(400);
});
