import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Buckets } from '../functions/job/manifest.ts';
import { localBuckets, localClient, makeBuckets } from './buckets.ts';
import { DataFolder, DataFolderError, runningOn } from './data-folder.ts';
import { startS3 } from './s3/start.ts';

/** The buckets of a local stack, without anything that works on them. */
export interface Storage {
  readonly buckets: Buckets;
  close(): Promise<void>;
}

/** Another process that only reads is done by then. */
const PATIENCE_MILLISECONDS = 10_000;
const RETRY_MILLISECONDS = 50;

/** Whether a local stack has ever kept anything in a folder. */
export function hasData(data: string): boolean {
  return existsSync(join(data, 's3'));
}

/**
 * Opens what a local stack keeps in a folder, while no stack is running on it. Throws DataFolderError
 * where another process keeps it.
 */
export async function openStorage(data: string): Promise<Storage> {
  const folder = await take(data);
  try {
    // What is to be told to a queue waits for the next stack.
    const deliver = () => Promise.reject(new NobodyListensError('no queue'));
    const s3 = await startS3({ folder: join(data, 's3'), deliver });
    const client = localClient(s3.url);
    await makeBuckets(client);
    const close = async () => {
      client.destroy();
      await s3.close();
      folder.release();
    };
    return { buckets: localBuckets(client), close };
  } catch (error) {
    folder.release();
    throw error;
  }
}

/** An event that is kept for later. */
class NobodyListensError extends Error {
  override readonly name = 'NobodyListensError';
}

async function take(data: string): Promise<DataFolder> {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      return DataFolder.take(data);
    } catch (error) {
      const isBusy = error instanceof DataFolderError && runningOn(data) === null;
      if (!isBusy || performance.now() > end) throw error;
      await wait(RETRY_MILLISECONDS);
    }
  }
}
