import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { died } from '../../../local/functions/errors.ts';
import { functionHost } from '../../../local/functions/host.ts';
import type { LogLine } from '../../../local/functions/messages.ts';

const settings = {
  timeoutSeconds: 60,
  memoryMegabytes: 64,
  environment: { NIMBUS_IN: 'nimbus-in', POWERTOOLS_SERVICE_NAME: 'nimbus-sample' },
  workers: 1,
};
const lines: LogLine[] = [];
const bundles = fileURLToPath(new URL('./bundles', import.meta.url));
const host = functionHost({
  bundles,
  functions: { sample: settings, broken: settings, empty: settings, absent: settings },
  log: (line) => lines.push(line),
});
const hasty = functionHost({
  bundles,
  functions: { sample: { ...settings, timeoutSeconds: 0.3 } },
  log: (line) => lines.push(line),
});
process.env['NIMBUS_SECRET_OF_THE_PROCESS'] = 'not for functions';

afterAll(async () => {
  await host.close();
  await hasty.close();
});

function invoke(deed: string, event: object = {}): Promise<unknown> {
  return host.invoke('sample', { deed, ...event });
}

test('event and result go through JSON, and no result is null', async () => {
  expect(await invoke('echo', { value: new Date(0) })).toBe('1970-01-01T00:00:00.000Z');
  expect(await invoke('echo', { value: [undefined, { left: undefined }] })).toEqual([null, {}]);
  expect(await invoke('nothing')).toBeNull();
});

test('a worker stays warm between runs', async () => {
  const first = (await invoke('count')) as number;
  expect(await invoke('count')).toBe(first + 1);
});

test('a function sees its own environment and nothing of the process it runs in', async () => {
  expect(await invoke('environment', { key: 'NIMBUS_IN' })).toBe('nimbus-in');
  expect(await invoke('environment', { key: 'AWS_LAMBDA_FUNCTION_NAME' })).toBe('nimbus-sample');
  expect(await invoke('environment', { key: 'NIMBUS_SECRET_OF_THE_PROCESS' })).toBeNull();
});

test('a function can start a process of its own', async () => {
  expect(await invoke('child')).toBe('42\n');
});

test('the context is that of Lambda', async () => {
  const context = (await invoke('context')) as Record<string, unknown>;
  expect(context).toMatchObject({
    functionName: 'nimbus-sample',
    memoryLimitInMB: '64',
    logGroupName: '/nimbus/sample',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:nimbus-sample',
  });
  expect(context['awsRequestId']).toMatch(/^[0-9a-f-]{36}$/);
  expect(context['remaining']).toBeGreaterThan(50_000);
  expect(context['remaining']).toBeLessThanOrEqual(60_000);
});

test('an error keeps its name, its message and its trace', async () => {
  await expect(invoke('fail', { name: 'DeterminismError' })).rejects.toMatchObject({
    name: 'DeterminismError',
    message: 'as asked',
    trace: expect.arrayContaining([expect.stringContaining('bundles/sample/index.mjs')]),
  });
  await expect(invoke('failWithText')).rejects.toMatchObject({ name: 'string', message: 'a text' });
});

test('a worker that ends is an error of its one run, named as Lambda names it', async () => {
  await expect(invoke('exit')).rejects.toMatchObject({
    name: 'Runtime.ExitError',
    message: expect.stringContaining('exit status 3'),
  });
  await expect(invoke('strayError')).rejects.toMatchObject({
    name: 'RangeError',
    message: 'thrown outside of the handler',
  });
  expect(await invoke('echo', { value: 'still here' })).toBe('still here');
});

test('a worker without memory is an error of its own name', () => {
  // Not a real one: now and then V8 ends the whole process with such a thread.
  const cause = Object.assign(new RangeError('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(died('request', cause)).toMatchObject({ errorType: 'Runtime.OutOfMemory' });
});

test('runs that wait for a worker are not harmed when the run before them ends it', async () => {
  const exit = expect(invoke('exit')).rejects.toMatchObject({ name: 'Runtime.ExitError' });
  const others = [1, 2, 3].map((value) => invoke('echo', { value }));
  await exit;
  expect(await Promise.all(others)).toEqual([1, 2, 3]);
});

test('a run that passes its time is ended, whether it computes or waits, and others go on', async () => {
  const timedOut = { name: 'Sandbox.Timedout', message: expect.stringContaining('0.3 seconds') };
  const spinning = hasty.invoke('sample', { deed: 'printAndSpin' });
  const waiting = hasty.invoke('sample', { deed: 'wait' });
  const last = hasty.invoke('sample', { deed: 'echo', value: 'after them' });
  await expect(spinning).rejects.toMatchObject(timedOut);
  await expect(waiting).rejects.toMatchObject(timedOut);
  expect(await last).toBe('after them');
  expect(lines.map(({ text }) => text)).toContain('before the loop');
});

test('payloads above the limits of Lambda are refused in both directions', async () => {
  const mega = 1024 * 1024;
  await expect(invoke('echo', { value: 'x'.repeat(6 * mega) })).rejects.toMatchObject({
    name: 'RequestEntityTooLargeException',
  });
  await expect(invoke('large', { bytes: 6 * mega + 100 })).rejects.toMatchObject({
    name: 'Function.ResponseSizeTooLarge',
  });
  expect(await invoke('large', { bytes: 6 * mega })).toHaveLength(6 * mega);
  await expect(invoke('circular')).rejects.toMatchObject({ name: 'Runtime.MarshalError' });
});

test('a bundle that is missing, broken or without handler fails its runs by name', async () => {
  const missing = { name: 'Runtime.ImportModuleError' };
  await expect(host.invoke('absent', {})).rejects.toMatchObject(missing);
  await expect(host.invoke('broken', {})).rejects.toMatchObject(missing);
  await expect(host.invoke('broken', {})).rejects.toMatchObject(missing);
  const unnamed = { name: 'Runtime.HandlerNotFound' };
  await expect(host.invoke('empty', {})).rejects.toMatchObject(unnamed);
  await expect(host.invoke('nobody' as 'empty', {})).rejects.toThrow('found nobody, allowed');
});

test('what a function prints comes line by line with its name and request id', async () => {
  await invoke('print');
  await vi.waitFor(() => expect(lines.map(({ text }) => text)).toContain('and without an end'));
  const printed = lines.slice(lines.findIndex(({ text }) => text.startsWith('{"level"')));
  expect(printed.map(({ stream, text }) => [stream, text])).toEqual([
    ['stdout', '{"level":"INFO","message":"structured"}'],
    ['stderr', 'to stderr, ä'],
    ['stdout', 'in two pieces'],
    ['stdout', 'and without an end'],
  ]);
  expect(new Set(printed.map(({ requestId }) => requestId)).size).toBe(1);
  expect(printed[0]).toMatchObject({
    function: 'sample',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('runs are counted, failed ones too', async () => {
  const before = host.counts().sample;
  await invoke('nothing');
  await invoke('fail', { name: 'Error' }).catch(() => undefined);
  const { started, failed } = host.counts().sample;
  expect([started - before.started, failed - before.failed]).toEqual([2, 1]);
});

test('closing ends what is under way', async () => {
  const own = functionHost({ bundles, functions: { sample: settings }, log: () => undefined });
  const stuck = own.invoke('sample', { deed: 'spin' });
  const failed = expect(stuck).rejects.toThrow();
  await own.close();
  await failed;
});

test('who waits for what is under way gets its last line, and is not kept by a run that fails', async () => {
  const said: string[] = [];
  const own = functionHost({
    bundles,
    functions: { sample: { ...settings, workers: 2 } },
    log: ({ text }) => said.push(text),
  });
  const failed = expect(own.invoke('sample', { deed: 'exit' })).rejects.toThrow();
  const late = own.invoke('sample', { deed: 'printLate' });
  await own.settled();
  expect(said).toContain('late');
  await Promise.all([failed, late, own.close()]);
});
