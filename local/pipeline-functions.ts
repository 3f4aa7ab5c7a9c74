import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { CREDENTIALS, IN_BUCKET, OUT_BUCKET, REGION } from './buckets.ts';
import type { Endpoints } from './data-folder.ts';
import { type FunctionHost, functionHost } from './functions/host.ts';
import type { FunctionSettings } from './functions/settings.ts';
import { logInto, type Watch } from './log-file.ts';

/** The functions of the pipeline. */
export const FUNCTIONS = ['ingest', 'plan', 'chunk', 'merge', 'fail', 'schedule', 'sweep'] as const;

export type FunctionName = (typeof FUNCTIONS)[number];

export interface HostSettings {
  readonly data: string;
  /** Chunks at a time; one a core by default. */
  readonly workers?: number;
  /** As NIMBUS_SPOT_SECONDS and NIMBUS_CHUNK_SECONDS on AWS. */
  readonly spotSeconds?: number;
  readonly chunkSeconds?: number;
  readonly watch?: Watch;
}

/** Seconds of estimated work, for one person at one machine who wants to see something happen. */
const SPOT_SECONDS = 1;
const CHUNK_SECONDS = 2;

/** Time limits and memory as on AWS; the workers share the cores. */
const SHAPES: Readonly<
  Record<FunctionName, { seconds: number; megabytes: number; workers: number }>
> = {
  ingest: { seconds: 300, megabytes: 1769, workers: 2 },
  plan: { seconds: 900, megabytes: 3008, workers: 1 },
  chunk: { seconds: 900, megabytes: 1769, workers: availableParallelism() },
  merge: { seconds: 900, megabytes: 3008, workers: 1 },
  fail: { seconds: 900, megabytes: 3008, workers: 1 },
  schedule: { seconds: 900, megabytes: 512, workers: 1 },
  sweep: { seconds: 300, megabytes: 512, workers: 1 },
};

/** Runs the bundled functions against a stack, with the settings that they have on AWS. */
export function hostOf(
  bundles: string,
  endpoints: Endpoints,
  settings: HostSettings,
): FunctionHost<FunctionName> {
  const environment = environmentOf(endpoints, settings);
  const functionOf = (name: FunctionName): FunctionSettings => {
    const { seconds, megabytes, workers } = SHAPES[name];
    return {
      timeoutSeconds: seconds,
      memoryMegabytes: megabytes,
      workers: name === 'chunk' ? (settings.workers ?? workers) : workers,
      environment: { ...environment, POWERTOOLS_SERVICE_NAME: `nimbus-${name}` },
    };
  };
  const functions: Record<FunctionName, FunctionSettings> = {
    ingest: functionOf('ingest'),
    plan: functionOf('plan'),
    chunk: functionOf('chunk'),
    merge: functionOf('merge'),
    fail: functionOf('fail'),
    schedule: functionOf('schedule'),
    sweep: functionOf('sweep'),
  };
  return functionHost({
    bundles,
    functions,
    log: logInto(join(settings.data, 'logs'), settings.watch),
  });
}

function environmentOf(endpoints: Endpoints, settings: HostSettings): Record<string, string> {
  const { url, sqs, sfn, queueUrl, machineArn } = endpoints;
  return {
    NIMBUS_IN: IN_BUCKET,
    NIMBUS_OUT: OUT_BUCKET,
    NIMBUS_MACHINE: machineArn,
    NIMBUS_QUEUE: queueUrl,
    NIMBUS_SPOT_SECONDS: `${settings.spotSeconds ?? SPOT_SECONDS}`,
    NIMBUS_CHUNK_SECONDS: `${settings.chunkSeconds ?? CHUNK_SECONDS}`,
    POWERTOOLS_METRICS_NAMESPACE: 'Nimbus',
    AWS_ENDPOINT_URL_S3: url,
    AWS_ENDPOINT_URL_SQS: sqs,
    AWS_ENDPOINT_URL_SFN: sfn,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  };
}
