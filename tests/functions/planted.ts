import type { ObjectStore, Put, PutOptions } from '../../io/stores/object-store.ts';

/*
 * Mistakes that functions could make, each as a bucket in which the right functions come out as if they
 * made it. Tests that do not notice them are no tests.
 */

/** A bucket whose puts go another way. */
function withPut(store: ObjectStore, put: ObjectStore['put']): ObjectStore {
  return {
    address: store.address,
    head: (key, options) => store.head(key, options),
    get: (key, options) => store.get(key, options),
    list: (prefix, options) => store.list(prefix, options),
    put,
    putStream: async (key, chunks, options) => put(key, await bytesOf(chunks), options),
  };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** Part names hold the number of the attempt. */
export function attemptInPartNames(store: ObjectStore): ObjectStore {
  let attempt = 0;
  return withPut(store, (key, body, options) =>
    store.put(
      key.includes('/parts/') ? key.replace(/(\.jsonl\.gz)$/, `-${attempt++}$1`) : key,
      body,
      options,
    ),
  );
}

/** DONE.json is written before everything that it names. */
export function doneFirst(store: ObjectStore): ObjectStore {
  const waiting: [string, Uint8Array | string, PutOptions | undefined][] = [];
  return withPut(store, async (key, body, options): Promise<Put> => {
    if (/\/(answers\/.*|results\.jsonl|errors\.jsonl|summary\.csv|summary\.json)$/.test(key)) {
      waiting.push([key, body, options]);
      return 'written';
    }
    const put = await store.put(key, body, options);
    if (key.endsWith('/DONE.json')) for (const each of waiting) await store.put(...each);
    return put;
  });
}

/** That an object is there already counts as a failure. */
export function presentIsFailure(store: ObjectStore): ObjectStore {
  return withPut(store, async (key, body, options) => {
    const put = await store.put(key, body, options);
    if (put === 'present') throw new TypeError(`412: ${key}`);
    return put;
  });
}
