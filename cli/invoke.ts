import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { objectCreated } from '../functions/job/announce.ts';
import { claimKey, INBOX } from '../io/keys.ts';
import { uploadHash } from '../io/uploads.ts';
import { openStack } from '../local/attach.ts';
import { IN_BUCKET } from '../local/buckets.ts';
import { FUNCTIONS, type FunctionName } from '../local/pipeline-functions.ts';
import type { Stack } from '../local/stack.ts';
import type { Context } from './context.ts';
import { EXIT, RefusedError, UsageError } from './failures.ts';
import type { InvokeFlags } from './stack-commands.ts';
import { dataFolder } from './store/address.ts';
import { commandOn } from './store/place.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus invoke FUNCTION`: one event to the bundled function, as Lambda would run it. */
export default async function invoke(
  this: Context,
  flags: InvokeFlags,
  name: string,
): Promise<void> {
  if (!isFunction(name)) {
    throw new UsageError(`FUNCTION: found '${name}', allowed ${FUNCTIONS.join(', ')}`);
  }
  if ((flags.event === undefined) === (flags.file === undefined)) {
    throw new UsageError(
      'found neither or both of --event and --file, allowed exactly one of them',
    );
  }
  const stack = await openStack({ data: dataFolder(flags.data), listens: false });
  try {
    const event =
      flags.event !== undefined
        ? readEvent(flags.event)
        : await uploaded(stack, flags.file as string);
    if (flags.printEvent) {
      writeOut(`${JSON.stringify(event, null, 2)}\n`);
      return;
    }
    for (let time = 0; time < (flags.duplicate ?? 1); time++) {
      writeOut(`${JSON.stringify(await stack.invoke(name, event), null, 2)}\n`);
    }
    if (flags.file !== undefined) await tellJobs(stack, keyOf(flags.file), dataFolder(flags.data));
  } catch (error) {
    if (!isOfFunction(error)) throw error;
    writeError(`nimbus: ${name}: ${error.name}: ${error.message}\n`);
    this.process.exitCode = EXIT.someFailed;
  } finally {
    await stack.close();
  }
}

function isFunction(name: string): name is FunctionName {
  return FUNCTIONS.some((each) => each === name);
}

/** What the handler threw, with Lambda's trace. */
function isOfFunction(error: unknown): error is Error {
  return error instanceof Error && 'trace' in error;
}

function readEvent(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    throw new RefusedError(
      `${path}: event: found ${(error as Error).message}, allowed a JSON file`,
    );
  }
}

/** Uploads a file to the inbox, and makes the event that S3 would send of it by way of the queue. */
async function uploaded({ buckets }: Stack, path: string): Promise<unknown> {
  const bytes = readInput(path);
  const key = keyOf(path);
  await buckets.inbox.put(key, bytes);
  const etag = (await buckets.inbox.head(key))?.etag ?? '';
  const body = objectCreated({ bucket: IN_BUCKET, key, version: null, etag }, bytes.length);
  const arn = 'arn:aws:sqs:us-east-1:000000000000:nimbus-ingest';
  const source = { eventSource: 'aws:sqs', eventSourceARN: arn, awsRegion: 'us-east-1' };
  return { Records: [{ messageId: basename(path), body, ...source }] };
}

/** The path as it is given, so that the names of its folders tell the game. */
function keyOf(path: string): string {
  return `${INBOX}${path.replace(/^(\.{0,2}\/)+/, '')}`;
}

/** Which jobs the upload has become. */
async function tellJobs({ buckets }: Stack, key: string, data: string): Promise<void> {
  const etag = (await buckets.inbox.head(key))?.etag ?? '';
  const prefix = claimKey(uploadHash({ bucket: IN_BUCKET, key, etag }), '');
  for await (const claim of buckets.out.list(prefix)) {
    const job = claim.key.slice(prefix.length);
    const fetch = commandOn({ kind: 'folder', data }, `fetch ${job}`);
    writeError(`job ${job}: fetch its results with: ${fetch}\n`);
  }
}

function readInput(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new RefusedError(`${path}: cannot be read: ${(error as Error).message}`);
  }
}
