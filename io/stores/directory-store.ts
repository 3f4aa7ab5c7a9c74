import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { echo } from '../../core/text/echo.ts';
import { hashOfFile } from '../file-hash.ts';
import { sha256 } from '../hash.ts';
import { keyOfPath, pathOfKey } from './key-paths.ts';
import {
  type GetOptions,
  type ListedObject,
  type ListOptions,
  type ObjectHead,
  type ObjectStore,
  type Put,
  type PutOptions,
  StorageError,
  type StoredObject,
} from './object-store.ts';

/** Files that belong to the store itself: a name that no part of a key has. */
const OWN = '.nimbus-store!';

/** Bytes of a file that is hashed at once: a stream would take a large buffer and six turns for each. */
const SMALL = 64 * 1024;

type Body = Uint8Array | string | AsyncIterable<Uint8Array>;

/**
 * A bucket as a folder: each object a plain file whose path is its key, as key-paths.ts writes it.
 * Metadata stands apart, under the hash of the body that it belongs to.
 */
export class DirectoryStore implements ObjectStore {
  readonly address: string;
  readonly #root: string;

  constructor(root: string) {
    this.address = root;
    this.#root = root;
  }

  async head(key: string): Promise<ObjectHead | null> {
    const size = (await orNull(stat(this.#path(key))))?.size;
    if (size === undefined) return null;
    const etag = await orNull(hashOf(this.#path(key), size));
    if (etag === null) return null;
    return { size, etag, version: null, metadata: await this.#metadata(key, etag) };
  }

  async get(key: string, { range }: GetOptions = {}): Promise<StoredObject | null> {
    const whole = await orNull(readFile(this.#path(key)));
    if (whole === null) return null;
    const etag = sha256(whole);
    const metadata = await this.#metadata(key, etag);
    const body = range === undefined ? whole : whole.subarray(range.start, range.end);
    if (range !== undefined && body.length < range.end - range.start) {
      const found = `${this.address}/${echo(key)}: found ${body.length} bytes, allowed ${range.end - range.start}`;
      throw new StorageError('storage/short-read', found);
    }
    return { body, size: body.length, etag, version: null, metadata };
  }

  async put(key: string, body: Uint8Array | string, options: PutOptions = {}): Promise<Put> {
    return this.#write(key, body, options);
  }

  async putStream(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    options: PutOptions = {},
  ): Promise<Put> {
    return this.#write(key, chunks, options);
  }

  async *list(prefix: string, { after = '' }: ListOptions = {}): AsyncIterable<ListedObject> {
    const keys = (await this.#keysBelow(folderOf(prefix))).filter((key) => key.startsWith(prefix));
    for (const key of keys.sort(byBytes)) {
      if (after !== '' && byBytes(key, after) <= 0) continue;
      const path = this.#path(key);
      const found = await orNull(stat(path));
      const etag = found && (await orNull(hashOf(path, found.size)));
      if (found === null || etag === null) continue;
      yield { key, size: found.size, etag, modified: found.mtimeMs };
    }
  }

  /** A whole file takes its place at once: by a new link where it has to be the first. */
  async #write(key: string, body: Body, options: PutOptions): Promise<Put> {
    const { once } = options;
    const path = this.#path(key);
    const growing = await this.#growing();
    try {
      await writeFile(growing, body);
      if (once && (await orNull(stat(path))) !== null) return 'present';
      await this.#describe(key, { growing, body }, options);
      await mkdir(dirname(path), { recursive: true });
      if (!once) {
        await rename(growing, path);
        return 'written';
      }
      return (await isLinked(growing, path)) ? 'written' : 'present';
    } finally {
      await rm(growing, { force: true });
    }
  }

  async #growing(): Promise<string> {
    const folder = join(this.#root, OWN, 'growing');
    await mkdir(folder, { recursive: true });
    return join(folder, randomUUID());
  }

  /** The same body may have stood here before, with other metadata. */
  async #describe(
    key: string,
    { growing, body }: { readonly growing: string; readonly body: Body },
    { once, metadata }: PutOptions,
  ): Promise<void> {
    if (metadata === undefined && once) return;
    const isWhole = typeof body === 'string' || body instanceof Uint8Array;
    const etag = isWhole ? sha256(body) : await hashOf(growing, (await stat(growing)).size);
    const path = this.#description(key, etag);
    if (metadata === undefined) return rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(metadata));
  }

  async #metadata(key: string, etag: string): Promise<ObjectHead['metadata']> {
    const text = await orNull(readFile(this.#description(key, etag), 'utf8'));
    return text === null ? {} : (JSON.parse(text) as ObjectHead['metadata']);
  }

  #description(key: string, etag: string): string {
    return join(this.#root, OWN, 'metadata', sha256(key), `${etag}.json`);
  }

  #path(key: string): string {
    return join(this.#root, pathOfKey(key));
  }

  async #keysBelow(folder: string): Promise<string[]> {
    const entries = await orNull(readdir(join(this.#root, folder), { withFileTypes: true }));
    const keys: string[] = [];
    for (const entry of entries ?? []) {
      if (entry.name === OWN) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) keys.push(keyOfPath(path));
      else for (const key of await this.#keysBelow(path)) keys.push(key);
    }
    return keys;
  }
}

/** S3 sorts keys by their UTF-8 bytes, JavaScript by UTF-16 units. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The folder below which all keys of a prefix lie; empty where that is the whole bucket. */
function folderOf(prefix: string): string {
  const folder = dirname(pathOfKey(`${prefix.slice(0, prefix.lastIndexOf('/') + 1)}x`));
  return folder === '.' ? '' : folder;
}

async function hashOf(path: string, size: number): Promise<string> {
  if (size <= SMALL) return sha256(await readFile(path));
  return hashOfFile(path);
}

async function orNull<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw error;
  }
}
