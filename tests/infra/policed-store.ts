import { WRITE_ONCE } from '../../infra/write-once.ts';
import {
  type GetOptions,
  type HeadOptions,
  type ListedObject,
  type ListOptions,
  type ObjectStore,
  type PutOptions,
  StorageError,
} from '../../io/stores/object-store.ts';
import { RIGHTS } from './rights.ts';

/**
 * A bucket that answers as S3 does to the role of one function: it refuses what the table of rights does
 * not grant, and what the policy of the bucket wants a condition for.
 */
export class PolicedStore implements ObjectStore {
  readonly address: string;
  readonly #store: ObjectStore;
  readonly #bucket: 'in' | 'out';
  readonly #role: string;

  constructor(store: ObjectStore, bucket: 'in' | 'out', role: string) {
    // Of its own, so that nothing is remembered from one function to the other.
    this.address = `${store.address}#${role}`;
    this.#store = store;
    this.#bucket = bucket;
    this.#role = role;
  }

  async head(key: string, options: HeadOptions = {}) {
    return this.#found(this.#readable(key, options), await this.#store.head(key, options));
  }

  async get(key: string, options: GetOptions = {}) {
    return this.#found(this.#readable(key, options), await this.#store.get(key, options));
  }

  async put(key: string, body: Uint8Array | string, options: PutOptions = {}) {
    this.#refuse(key, 'PutObject');
    this.#refuseUnconditional(key, options);
    return this.#store.put(key, body, options);
  }

  async putStream(key: string, chunks: AsyncIterable<Uint8Array>, options: PutOptions = {}) {
    if (options.once) await this.head(key);
    this.#refuse(key, 'PutObject');
    this.#refuse(key, 'AbortMultipartUpload');
    this.#refuseUnconditional(key, options);
    return this.#store.putStream(key, chunks, options);
  }

  list(prefix: string, options: ListOptions = {}): AsyncIterable<ListedObject> {
    const prefixes = this.#listable();
    if (!prefixes.some((pattern) => matches(pattern, prefix))) {
      throw this.#denied(`ListBucket of ${prefix}`);
    }
    return this.#store.list(prefix, options);
  }

  #readable(key: string, { version }: HeadOptions): string {
    this.#refuse(key, typeof version === 'string' ? 'GetObjectVersion' : 'GetObject');
    return key;
  }

  /** Without the right to list, S3 answers 403 where there is nothing. */
  #found<Found>(key: string, found: Found | null): Found | null {
    if (found === null && this.#listable().length === 0) throw this.#denied(`a missing ${key}`);
    return found;
  }

  #refuse(key: string, action: string): void {
    const object = `${this.#bucket}/${key}`;
    const isGranted = Object.entries(RIGHTS[this.#role] ?? {}).some(
      ([place, actions]) => matches(place, object) && actions.split(' ').includes(action),
    );
    if (!isGranted) throw this.#denied(`${action} of ${object}`);
  }

  #refuseUnconditional(key: string, { once }: PutOptions): void {
    if (this.#bucket === 'in' || once || !WRITE_ONCE.some((keys) => matches(keys, key))) return;
    throw this.#denied(`PutObject of ${key} without a condition`);
  }

  #listable(): string[] {
    const [, prefixes = ''] = /ListBucket\((.*)\)/.exec(this.#grants(this.#bucket)) ?? [];
    return prefixes.split(' ').filter((prefix) => prefix !== '');
  }

  #grants(place: string): string {
    return RIGHTS[this.#role]?.[place] ?? '';
  }

  #denied(what: string): StorageError {
    return new StorageError('config/permission', `${this.#role}: found ${what}, allowed its row`);
  }
}

/** As IAM compares: `*` stands for anything, slashes too. */
function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}
