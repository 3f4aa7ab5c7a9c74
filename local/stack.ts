import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { SFNClient } from '@aws-sdk/client-sfn';
import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import type { Buckets } from '../functions/job/manifest.ts';
import { StateMachine } from '../functions/shared/machine.ts';
import definition from '../infra/job.asl.json' with { type: 'json' };
import { CREDENTIALS, localBuckets, localClient, REGION, setUpBuckets } from './buckets.ts';
import { functionBundles } from './bundles.ts';
import { DataFolder, type Endpoints } from './data-folder.ts';
import { type Engine, startEngine } from './engine/engine.ts';
import type { Counts } from './functions/function-pool.ts';
import type { FunctionHost } from './functions/host.ts';
import type { Watch } from './log-file.ts';
import { type FunctionName, hostOf } from './pipeline-functions.ts';
import { type Poller, pollQueue } from './queue/poller.ts';
import { type LocalQueue, startQueue } from './queue/queue.ts';
import { type S3Endpoint, startS3 } from './s3/start.ts';

export interface StackOptions {
  /** Folder of everything that the stack keeps. One stack at a time uses it. */
  readonly data: string;
  /** Of the S3 endpoint; 0, the default, takes any free one. */
  readonly port?: number;
  /** Chunks at a time; one a core by default. */
  readonly workers?: number;
  /** As NIMBUS_SPOT_SECONDS and NIMBUS_CHUNK_SECONDS on AWS. */
  readonly spotSeconds?: number;
  readonly chunkSeconds?: number;
  /** Whether uploads are handed to ingest as they are announced; true by default. */
  readonly listens?: boolean;
  readonly watch?: Watch;
  /** Folder of the bundled functions; by default those of the package. */
  readonly bundles?: string;
  /** Takes the place of all intervals between the retries of the state machine; for tests. */
  readonly retryMilliseconds?: number;
  /** Whether the process lasts until it is ended, as `nimbus dev` does. */
  readonly lasting?: boolean;
}

/** The whole pipeline on this machine: storage, queue, state machine and the bundled functions. */
export interface Stack {
  readonly endpoints: Endpoints;
  readonly buckets: Buckets;
  readonly machine: StateMachine;
  /** False for the stack of a running `nimbus dev`: it goes on when this process ends. */
  readonly isOwn: boolean;
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** Resolves when the functions that run now in this process have said their last words. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A stack that lives in this process, with what tests and measurements look at. */
export interface OwnStack extends Stack {
  readonly s3: S3Endpoint;
  readonly counts: () => Readonly<Record<FunctionName, Counts>>;
}

/** How often a message is handed out, as on AWS; less patient, since nothing is far away here. */
const VISIBILITY_SECONDS = 120;
const RECEIVE_COUNT = 5;

/** Starts the stack in this process. Throws DataFolderError where another one uses the folder. */
export async function startStack(options: StackOptions): Promise<OwnStack> {
  const folder = DataFolder.take(options.data);
  const stop = new Stop();
  stop.add(async () => folder.release());
  try {
    return await startAll(options, folder, stop);
  } catch (error) {
    await stop.all();
    throw error;
  }
}

async function startAll(options: StackOptions, folder: DataFolder, stop: Stop): Promise<OwnStack> {
  const bundles = options.bundles ?? (await functionBundles());
  const queue = await startQueue({
    visibilitySeconds: VISIBILITY_SECONDS,
    maxReceiveCount: RECEIVE_COUNT,
  });
  stop.add(() => queue.close());
  const s3 = await startS3({
    folder: join(options.data, 's3'),
    port: options.port ?? 0,
    deliver: queue.deliver,
  });
  stop.add(() => s3.close());
  const engine: Engine = await startEngine({
    definition: definition as unknown as StateMachineDefinition,
    invoke: (name, event) => host.invoke(name as FunctionName, event),
    concurrency: options.workers ?? availableParallelism(),
    retryMilliseconds: options.retryMilliseconds,
  });
  const endpoints = endpointsOf(s3, queue, engine);
  const host = hostOf(bundles, endpoints, options);
  const client = localClient(s3.url);
  await setUpBuckets(client, queue.queue.arn);
  const poller = options.listens === false ? null : pollUploads(queue, host);
  stop.add(() => closeWork(host, engine, poller));
  folder.announce(endpoints, options.lasting ?? false);
  return {
    endpoints,
    buckets: localBuckets(client),
    machine: machineAt(endpoints),
    isOwn: true,
    s3,
    counts: host.counts,
    invoke: host.invoke,
    settled: host.settled,
    close: () => stop.all(),
  };
}

/** Batches of messages at a time. */
const INGESTS = 2;

/** What fails is told by the log of the function, and comes again. */
function pollUploads({ client, queue }: LocalQueue, host: FunctionHost<FunctionName>): Poller {
  const invoke = (event: unknown) => host.invoke('ingest', event);
  return pollQueue({ client, queue, concurrency: INGESTS, invoke, onError: () => undefined });
}

function endpointsOf(s3: S3Endpoint, queue: LocalQueue, engine: Engine): Endpoints {
  const { url: sqs } = queue;
  const { url: sfn, machineArn } = engine;
  return { url: s3.url, sqs, sfn, queueUrl: queue.queue.url, machineArn };
}

/** The state machine of a stack, from outside of its functions. */
export function machineAt({ sfn, machineArn }: Endpoints): StateMachine {
  const client = new SFNClient({ endpoint: sfn, region: REGION, credentials: CREDENTIALS });
  return new StateMachine(machineArn, client);
}

/** What runs is ended first, so that nobody waits for it. Everything that it leaves undone is found later. */
async function closeWork(
  host: FunctionHost<FunctionName>,
  engine: Engine,
  poller: Poller | null,
): Promise<void> {
  await host.close();
  await Promise.all([poller?.close(), engine.close()]);
}

/** What has to be closed, last first. */
class Stop {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  async all(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      await close();
    }
  }
}
