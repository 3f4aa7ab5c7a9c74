import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayHaveRanges } from '../../functions/job/plan-ranges.ts';
import { LARGEST, type Refusal, tooLarge } from '../../functions/job/refusals.ts';
import { GrowingFile } from '../../io/growing-file.ts';
import type { JobOptions } from '../../io/uploads.ts';
import { RefusedError } from '../failures.ts';
import { refusedUpload } from './wait.ts';

/** What is to be uploaded. It is in no memory as a whole. */
export interface UploadBody {
  readonly size: number;
  readonly sha256: string;
  /** All of it, from its start. Throws RefusedError where that is not what it was. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Called when it is needed no more. */
  readonly discard: () => void;
}

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/** What of a manifest says how an upload is read. */
export interface Read {
  readonly key: string;
  readonly kind: 'file' | 'lines';
  readonly game: string | null;
  readonly options: JobOptions;
}

/**
 * A file as it is, of any size that functions can read. Throws RefusedError for another one, before it is
 * read here.
 */
export async function bodyOf(path: string, { key, ...read }: Read): Promise<UploadBody> {
  const stats = statSync(path);
  const refuseLarge = async (size: number) => {
    if (size <= LARGEST || (await mayHaveRanges({ ...read, upload: { size } }))) return;
    throw refusedUpload(key, read.kind === 'lines' ? tooLong(size) : tooLarge(size));
  };
  if (stats.isFile()) {
    await refuseLarge(stats.size);
    return fileBody(path);
  }
  const body = spooledBody(fileChunks(path));
  await refuseLarge(body.size);
  return body;
}

function tooLong(size: number): Refusal {
  const allowed = `${LARGEST} bytes of JSON Lines`;
  return {
    ...tooLarge(size),
    allowed,
    hint: 'submit it in parts with --shard 1/2 and --shard 2/2',
  };
}

/**
 * A file on the disk, read twice: for its hash, by which an upload is known, and to be sent. It is to stay
 * as it is meanwhile. Throws as node:fs does.
 */
function fileBody(path: string): UploadBody {
  const hash = createHash('sha256');
  let size = 0;
  for (const chunk of fileChunks(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  const sha256 = hash.digest('hex');
  return { size, sha256, chunks: () => unchanged(path, sha256), discard: () => undefined };
}

async function* unchanged(path: string, before: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for (const chunk of fileChunks(path)) {
    hash.update(chunk);
    yield chunk;
  }
  // Nothing is stored before its source has ended.
  if (hash.digest('hex') === before) return;
  throw new RefusedError(
    `${path}: changed: found other bytes than a moment ago, allowed a file that stays as it is while ` +
      'it is submitted; nothing was uploaded, submit it again',
  );
}

/** The bytes of a file in its order, to where it ends when that is reached. */
function* fileChunks(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(CHUNK);
      const count = readSync(file, chunk);
      if (count === 0) return;
      yield chunk.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}

/** What can be read only once, or is made on the way: kept in a file of ours that nobody else sees. */
export function spooledBody(chunks: Iterable<Uint8Array>): UploadBody {
  const file = new GrowingFile(join(tmpdir(), `nimbus-submit-${randomUUID()}`));
  // It stays open; a process that is killed leaves nothing behind.
  rmSync(file.path);
  const hash = createHash('sha256');
  try {
    for (const chunk of chunks) {
      hash.update(chunk);
      file.write(chunk);
    }
  } catch (error) {
    file.discard();
    throw error;
  }
  const { size } = file;
  const sha256 = hash.digest('hex');
  return { size, sha256, chunks: () => spooledChunks(file), discard: () => file.discard() };
}

async function* spooledChunks(file: GrowingFile): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; start += CHUNK) {
    yield file.read(start, Math.min(start + CHUNK, file.size));
  }
}
