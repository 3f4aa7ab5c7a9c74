import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { echo } from '../../core/text/echo.ts';
import {
  type ByteRange,
  type GetOptions,
  type HeadOptions,
  type ListedObject,
  type ListOptions,
  type ObjectHead,
  type ObjectStore,
  type Put,
  type PutOptions,
  StorageError,
  type StoredObject,
} from './object-store.ts';
import { bare, headOf, statusOf, versionOf } from './s3-answers.ts';
import { joined, startOf, watchedStream } from './stream-start.ts';

/** Tries of one request. The client retries throttling, 5xx and lost connections; nothing else does. */
const TRIES = 6;

/** How often a conditional write that met another one is tried again; S3 asks for it by 409. */
const CONFLICT_TRIES = 8;

/** Bytes that are sent by one request; S3 wants parts of 5 MiB at the least, and at most 10,000 of them. */
const IN_ONE_PIECE = 8 * 1024 * 1024;
const PART = 16 * 1024 * 1024;
const MOST_PARTS = 10_000;

/**
 * A client by the standard credential chain. An endpoint of one's own, as AWS_ENDPOINT_URL names it,
 * has no host name for each bucket.
 */
export function s3Client(config: S3ClientConfig = {}): S3Client {
  const own = process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'] ?? '';
  const forcePathStyle = own !== '' || config.endpoint !== undefined;
  return new S3Client({ maxAttempts: TRIES, forcePathStyle, ...config });
}

/** A bucket of S3, or of an endpoint that speaks its protocol. */
export class S3Store implements ObjectStore {
  readonly address: string;
  readonly #bucket: string;
  readonly #client: S3Client;

  constructor(bucket: string, client: S3Client) {
    this.address = `s3://${bucket}`;
    this.#bucket = bucket;
    this.#client = client;
  }

  async head(key: string, { version }: HeadOptions = {}): Promise<ObjectHead | null> {
    const input = { Bucket: this.#bucket, Key: key, ...versionOf(version) };
    return this.#unlessMissing(key, async () =>
      headOf(await this.#client.send(new HeadObjectCommand(input))),
    );
  }

  async get(key: string, { range, version }: GetOptions = {}): Promise<StoredObject | null> {
    if (range !== undefined && range.start >= range.end) return this.#empty(key);
    const input = {
      Bucket: this.#bucket,
      Key: key,
      ...(range && { Range: `bytes=${range.start}-${range.end - 1}` }),
      ...versionOf(version),
    };
    return this.#unlessMissing(key, async () => {
      const output = await this.#client.send(new GetObjectCommand(input));
      const body = (await output.Body?.transformToByteArray()) ?? new Uint8Array();
      this.#refuseShort(key, body.length, range, output.ContentLength);
      return { ...headOf(output), body };
    });
  }

  async put(key: string, body: Uint8Array | string, options: PutOptions = {}): Promise<Put> {
    // Of an empty body the client does not know the length, and warns.
    const ContentLength = Buffer.byteLength(body);
    const input = { ...this.#target(key, options), Body: body, ContentLength };
    return this.#writeOnce(key, () => this.#client.send(new PutObjectCommand(input)));
  }

  async putStream(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    options: PutOptions = {},
  ): Promise<Put> {
    const failures: unknown[] = [];
    const { start, rest } = await startOf(watchedStream(chunks, failures), IN_ONE_PIECE);
    if (rest === null) return this.put(key, Buffer.concat(start), options);
    // Many requests for nothing, where the object is there already.
    if (options.once && (await this.head(key)) !== null) return 'present';
    const Body = Readable.from(joined(start, rest), { objectMode: false });
    const params = { ...this.#target(key, options), Body };
    const partSize = Math.max(PART, Math.ceil((options.size ?? 0) / MOST_PARTS));
    const upload = new Upload({ client: this.#client, params, partSize, queueSize: 2 });
    try {
      // A stream cannot be sent a second time: whoever calls does it all again.
      return await this.#writeOnce(key, () => upload.done(), 1);
    } catch (error) {
      throw failures[0] ?? error;
    }
  }

  async *list(prefix: string, { after }: ListOptions = {}): AsyncIterable<ListedObject> {
    const input = {
      Bucket: this.#bucket,
      Prefix: prefix,
      ...(after !== undefined && { StartAfter: after }),
    };
    try {
      for await (const page of paginateListObjectsV2({ client: this.#client }, input)) {
        for (const { Key = '', Size = 0, ETag = '', LastModified } of page.Contents ?? [])
          yield { key: Key, size: Size, etag: bare(ETag), modified: LastModified?.getTime() ?? 0 };
      }
    } catch (error) {
      throw this.#failure('s3:ListBucket', prefix, error);
    }
  }

  #target(key: string, { once, metadata, contentType, scratch }: PutOptions) {
    return {
      Bucket: this.#bucket,
      Key: key,
      ...(once && { IfNoneMatch: '*' }),
      ...(metadata && { Metadata: { ...metadata } }),
      ...(contentType !== undefined && { ContentType: contentType }),
      // What the lifecycle rule of the bucket goes by.
      ...(scratch && { Tagging: 'nimbus=scratch' }),
    };
  }

  async #writeOnce(
    key: string,
    write: () => Promise<unknown>,
    tries = CONFLICT_TRIES,
  ): Promise<Put> {
    for (let left = tries; ; left--) {
      try {
        await write();
        return 'written';
      } catch (error) {
        if (statusOf(error) === 412) return 'present';
        if (statusOf(error) !== 409 || left <= 1) throw this.#failure('s3:PutObject', key, error);
      }
    }
  }

  async #unlessMissing<Result>(key: string, read: () => Promise<Result>): Promise<Result | null> {
    try {
      return await read();
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw this.#failure('s3:GetObject', key, error);
    }
  }

  /** No range of no bytes can be asked for. */
  async #empty(key: string): Promise<StoredObject | null> {
    const head = await this.head(key);
    return head === null ? null : { ...head, body: new Uint8Array() };
  }

  #refuseShort(key: string, length: number, range?: ByteRange, announced?: number): void {
    const wanted = range === undefined ? announced : range.end - range.start;
    if (wanted === undefined || wanted === length) return;
    throw new StorageError(
      'storage/short-read',
      `${this.address}/${echo(key)}: found ${length} bytes, allowed ${wanted}`,
    );
  }

  /** `right`: what a user has to be allowed. */
  #failure(right: string, key: string, error: unknown): StorageError {
    if (error instanceof StorageError) return error;
    const place = `${this.address}/${echo(key)}`;
    const { message } = error as Error;
    const status = statusOf(error);
    if (status !== 401 && status !== 403)
      return new StorageError('storage/unavailable', `${place}: ${message}`, error);
    const told = `${place}: found ${message}, allowed a user with the right ${right} there`;
    return new StorageError('config/permission', told, error);
  }
}
