import type {
  GetOptions,
  HeadOptions,
  ListedObject,
  ListOptions,
  ObjectHead,
  ObjectStore,
  Put,
  PutOptions,
  StoredObject,
} from '../../io/stores/object-store.ts';

/**
 * What strikes an operation of storage: it fails and nothing was done; it was done and the answer got
 * lost; the body that it reads ends early, and nobody says so.
 */
export type Fault = 'before' | 'after' | 'cut';

/** The function died, or storage gave up. */
export class Struck extends Error {
  override readonly name = 'Struck';
}

/** Counts the operations on all stores of a run, and strikes one of them, or none. */
export class Faults {
  readonly #at: number;
  readonly #fault: Fault;
  #operations = 0;

  constructor(at: number, fault: Fault) {
    this.#at = at;
    this.#fault = fault;
  }

  /** Whether the run came as far as the operation that was to be struck. */
  get reached(): boolean {
    return this.#operations >= this.#at;
  }

  async around<Result>(operation: () => Promise<Result>): Promise<Result> {
    const isStruck = ++this.#operations === this.#at;
    if (isStruck && this.#fault === 'before') throw new Struck(`before operation ${this.#at}`);
    const result = await operation();
    if (isStruck && this.#fault === 'after') throw new Struck(`after operation ${this.#at}`);
    return isStruck ? (shortened(result) as Result) : result;
  }
}

/** The first 60 % of a body, with the length of the whole one. */
function shortened(result: unknown): unknown {
  if (!(result instanceof Object) || !('body' in result)) return result;
  const { body } = result as StoredObject;
  return { ...result, body: body.subarray(0, Math.floor(body.length * 0.6)) };
}

/** A store, each of whose operations may be struck. */
export class FaultyStore implements ObjectStore {
  readonly address: string;
  readonly #store: ObjectStore;
  readonly #faults: Faults;

  constructor(store: ObjectStore, faults: Faults) {
    // What a function remembers by address dies with it.
    this.address = `${store.address}#faulty`;
    this.#store = store;
    this.#faults = faults;
  }

  head(key: string, options?: HeadOptions): Promise<ObjectHead | null> {
    return this.#faults.around(() => this.#store.head(key, options));
  }

  get(key: string, options?: GetOptions): Promise<StoredObject | null> {
    return this.#faults.around(() => this.#store.get(key, options));
  }

  put(key: string, body: Uint8Array | string, options?: PutOptions): Promise<Put> {
    return this.#faults.around(() => this.#store.put(key, body, options));
  }

  putStream(key: string, chunks: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<Put> {
    return this.#faults.around(() => this.#store.putStream(key, chunks, options));
  }

  async *list(prefix: string, options?: ListOptions): AsyncIterable<ListedObject> {
    await this.#faults.around(async () => undefined);
    yield* this.#store.list(prefix, options);
  }
}
