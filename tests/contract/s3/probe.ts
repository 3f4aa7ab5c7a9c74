import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';

/** One promise of S3, asked of an endpoint through the SDK in its default settings. */
export interface Probe {
  readonly name: string;
  /** Rejects when the promise is not kept; uses keys that no other probe uses. */
  readonly run: (client: S3Client, bucket: string) => Promise<void>;
}

export const MIB = 1024 * 1024;

/** Bytes that differ from one MiB to the next. */
export function bytes(size: number, seed = 1): Buffer {
  const result = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4096) result.writeUInt32LE((at + seed) >>> 0, at);
  return result;
}

type Rest = Omit<PutObjectCommandInput, 'Bucket' | 'Key' | 'Body'>;

export class Objects {
  readonly client: S3Client;
  readonly bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.client = client;
    this.bucket = bucket;
  }

  put(Key: string, Body: NonNullable<PutObjectCommandInput['Body']>, rest: Rest = {}) {
    // The client takes an empty text for a stream and warns.
    const body = typeof Body === 'string' ? Buffer.from(Body) : Body;
    const command = new PutObjectCommand({ Bucket: this.bucket, Key, Body: body, ...rest });
    return this.client.send(command);
  }

  async get(Key: string, rest: { Range?: string; IfMatch?: string } = {}): Promise<Buffer> {
    const { Body } = await this.client.send(
      new GetObjectCommand({ Bucket: this.bucket, Key, ...rest }),
    );
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  async text(Key: string): Promise<string> {
    return (await this.get(Key)).toString('utf8');
  }
}

/** Expects an error answer with this status and, where the answer has a body, this code. */
export async function refused(work: Promise<unknown>, status: number, code?: string) {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(S3ServiceException);
  if (!(error instanceof S3ServiceException)) return;
  expect(error.$metadata.httpStatusCode).toBe(status);
  if (code !== undefined) expect(error.name).toBe(code);
}
