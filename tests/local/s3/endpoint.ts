import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import { type S3Endpoint, type S3Options, startS3 } from '../../../local/s3/start.ts';
import { newFolder } from '../../cli/command.ts';
import { clientFor } from '../../contract/s3/contract.ts';
import { Objects } from '../../contract/s3/probe.ts';

export const BUCKET = 'nimbus-in';

export interface Running {
  readonly endpoint: S3Endpoint;
  readonly client: S3Client;
  readonly objects: Objects;
  readonly folder: string;
}

/** An endpoint with one bucket, until the test is over. */
export async function running(options: Partial<S3Options> = {}): Promise<Running> {
  const folder = options.folder ?? newFolder('s3');
  const endpoint = await startS3({ deliver: () => undefined, ...options, folder });
  const client = clientFor(endpoint.url);
  onTestFinished(async () => {
    client.destroy();
    await endpoint.close();
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return { endpoint, client, objects: new Objects(client, BUCKET), folder };
}

export interface EndpointProcess {
  readonly child: ChildProcess;
  readonly url: string;
}

export async function startProcess(folder: string): Promise<EndpointProcess> {
  const script = fileURLToPath(new URL('endpoint-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { child, url: String(line).trim() };
}

/** A request as it stands, without a client that would mend it. */
export async function raw(
  { url }: { url: string },
  path: string,
  options: RequestInit = {},
): Promise<{ status: number; text: string }> {
  const headers = { authorization: 'AWS local:unsigned', ...options.headers };
  const answer = await fetch(`${url}${path}`, { ...options, headers });
  return { status: answer.status, text: await answer.text() };
}
