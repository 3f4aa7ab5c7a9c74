import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { World } from '../../functions/job/chunk-step.ts';
import { DirectoryStore } from '../../io/stores/directory-store.ts';
import { newFolder } from '../tools/temporary-folder.ts';
import { objectsOf, rowsOf } from './jobs.ts';
import { MACHINE, type Services, startServices } from './services.ts';

export type FunctionName = 'ingest' | 'plan' | 'chunk' | 'merge' | 'fail' | 'schedule' | 'sweep';
export type Settings = Readonly<Record<string, string | undefined>>;

/** One line of a log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** What a function gave back, or threw, and what it said meanwhile. */
export interface Invoked {
  readonly result: unknown;
  readonly error: Error | null;
  readonly log: readonly LogLine[];
  /** Sums of the metrics by their names. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly output: string;
}

/** The functions as they are deployed, on two folders and services of their own. */
export interface Stack {
  /** Name of the bucket of the inbox. */
  readonly bucket: string;
  readonly results: string;
  readonly world: World;
  readonly services: Services;
  readonly invoke: (name: FunctionName, event: unknown) => Promise<Invoked>;
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** A stack whose functions start cold. What a setting is undefined for is not set. */
export async function newStack(settings: Settings = {}): Promise<Stack> {
  const folder = newFolder('stack');
  const [bucket, results] = [join(folder, 'nimbus-in'), join(folder, 'nimbus-out')];
  const services = await startServices();
  onTestFinished(() => {
    services.close();
    vi.unstubAllEnvs();
  });
  const all: Settings = {
    NIMBUS_IN: bucket,
    NIMBUS_OUT: results,
    NIMBUS_MACHINE: MACHINE,
    NIMBUS_QUEUE: `${services.url}/000000000000/nimbus-ingest`,
    NIMBUS_SPOT_SECONDS: '10',
    NIMBUS_CHUNK_SECONDS: '60',
    AWS_ENDPOINT_URL_SFN: services.url,
    AWS_ENDPOINT_URL_SQS: services.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    POWERTOOLS_METRICS_NAMESPACE: 'Nimbus',
    ...settings,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  vi.resetModules();
  const [inbox, out] = [bucket, results].map((root) => new DirectoryStore(root));
  const world = {
    inbox: inbox as DirectoryStore,
    out: out as DirectoryStore,
    now: () => performance.now(),
    expired: () => false,
  };
  return { bucket, results, world, services, invoke };
}

async function invoke(name: FunctionName, event: unknown): Promise<Invoked> {
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', `nimbus-${name}`);
  let output = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    output += chunk;
    return true;
  });
  const spyOnErrors = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    output += chunk;
    return true;
  });
  try {
    const { handler } = (await import(`../../functions/${name}.ts`)) as { handler: Handler };
    const result = await handler(event, contextOf(name));
    return { result, error: null, ...toldIn(output) };
  } catch (error) {
    return { result: undefined, error: error as Error, ...toldIn(output) };
  } finally {
    spy.mockRestore();
    spyOnErrors.mockRestore();
  }
}

function contextOf(name: FunctionName) {
  return {
    functionName: `nimbus-${name}`,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:nimbus-${name}`,
    memoryLimitInMB: '1769',
    awsRequestId: '00000000-0000-0000-0000-000000000000',
    logGroupName: `/nimbus/${name}`,
    logStreamName: 'stream',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => 900_000,
  };
}

interface Embedded {
  readonly _aws?: {
    readonly CloudWatchMetrics: readonly { readonly Metrics: readonly { Name: string }[] }[];
  };
  readonly [name: string]: unknown;
}

function toldIn(output: string) {
  const lines = output
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Embedded]));
  const metrics: Record<string, number> = {};
  for (const line of lines) {
    for (const { Name } of line._aws?.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics) ?? []) {
      const values = [line[Name]].flat() as number[];
      metrics[Name] = (metrics[Name] ?? 0) + values.reduce((sum, value) => sum + value, 0);
    }
  }
  return { log: lines.filter(({ _aws }) => _aws === undefined), metrics, output };
}

/** An event of SQS, with one message for each body. */
export function messages(...bodies: readonly (string | object)[]) {
  const Records = bodies.map((body, at) => ({
    messageId: `message-${at}`,
    receiptHandle: `handle-${at}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: {},
    messageAttributes: {},
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:nimbus-ingest',
    awsRegion: 'us-east-1',
  }));
  return { Records };
}

/** An event of S3, with one record for each key, which is encoded as S3 does. */
export function created(bucket: string, ...keys: readonly string[]) {
  return { Records: keys.map((key) => recordOf(bucket, encoded(key))) };
}

export function encoded(key: string): string {
  return encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
}

/** `key`: as it stands in the event. */
export function recordOf(bucket: string, key: string, more: object = {}) {
  return {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    eventName: 'ObjectCreated:Put',
    s3: { bucket: { name: bucket }, object: { key, size: 9, sequencer: '0055AED6DCD90281E5' } },
    ...more,
  };
}

/** What became of each upload: its answer, the rules of its errors, or the rule of its refusal. */
export async function outcomesIn({ world }: Stack): Promise<Record<string, unknown>> {
  const outcomes: Record<string, unknown> = {};
  for (const text of Object.values(await objectsOf(world.out, /^rejected\//))) {
    const { key, rule } = JSON.parse(text) as { key: string; rule: string };
    outcomes[key] = { rejected: rule };
  }
  for (const text of Object.values(await objectsOf(world.out, /\/manifest\.json$/))) {
    const { job, upload } = JSON.parse(text) as { job: string; upload: { key: string } };
    const answers = Object.values(await objectsOf(world.out, new RegExp(`^jobs/${job}/answers/`)));
    const errors = (await rowsOf(world, job)).flatMap(({ error }) => error?.rule ?? []);
    outcomes[upload.key] = errors.length > 0 ? { errors } : answers.join('');
  }
  return outcomes;
}

/** All objects of the results as text, by their keys; without those that hold times. */
export function settledObjects({ world }: Stack): Promise<Record<string, string>> {
  return objectsOf(
    world.out,
    /\/(answers\/.*|errors\.jsonl|summary\.json|DONE\.json)$|^rejected\//,
  );
}
