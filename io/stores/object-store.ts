/** What is known of an object without reading it. */
export interface ObjectHead {
  readonly size: number;
  readonly etag: string;
  /** Null where the bucket keeps no versions. */
  readonly version: string | null;
  /** Names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Set where the body has to be restored from an archive before anybody can read it. */
  readonly isArchived?: true;
}

export interface StoredObject extends ObjectHead {
  readonly body: Uint8Array;
}

/** Bytes from `start` up to `end`, which is not included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface HeadOptions {
  /** One version of the object, not the newest. */
  readonly version?: string | null;
}

export interface GetOptions extends HeadOptions {
  readonly range?: ByteRange;
}

export interface PutOptions {
  /** Write only if there is no object of that key: the first writer wins. */
  readonly once?: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  /** Of no use once its job is done: the bucket may throw it away after a month. */
  readonly scratch?: boolean;
  /** Bytes of a stream, where they are known; one of more than 150 GiB needs it. */
  readonly size?: number;
}

/** Whether a put wrote, or left alone what was there. */
export type Put = 'written' | 'present';

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly modified: number;
}

export interface ListOptions {
  /** Only keys after this one, in the order of their UTF-8 bytes. */
  readonly after?: string;
}

/**
 * The one port to storage: one bucket of objects. A key changes at once and whole, reads and lists see
 * what was written before, nothing holds across keys. Throws StorageError when storage gives up.
 */
export interface ObjectStore {
  /** As users name it. */
  readonly address: string;
  /** Null where there is no such object. */
  readonly head: (key: string, options?: HeadOptions) => Promise<ObjectHead | null>;
  /** Null where there is no such object; throws StorageError if the body came short. */
  readonly get: (key: string, options?: GetOptions) => Promise<StoredObject | null>;
  readonly put: (key: string, body: Uint8Array | string, options?: PutOptions) => Promise<Put>;
  /** Writes what is too long to be kept in memory. Throws what the chunks throw, and writes nothing then. */
  readonly putStream: (
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    options?: PutOptions,
  ) => Promise<Put>;
  /** In the order of the keys. */
  readonly list: (prefix: string, options?: ListOptions) => AsyncIterable<ListedObject>;
}

/**
 * Storage did not do what was asked, after the retries of its client: nothing is wrong with the input,
 * and the same can be tried again, unless `code` is `config/permission`.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'storage/unavailable' | 'storage/short-read' | 'config/permission';

  constructor(code: StorageError['code'], message: string, cause?: unknown) {
    super(`${code}: ${message}`, { cause });
    this.code = code;
  }
}
