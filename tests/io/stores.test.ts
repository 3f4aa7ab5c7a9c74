import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../io/hash.ts';
import { DirectoryStore } from '../../io/stores/directory-store.ts';
import { keyOfPath, pathOfKey } from '../../io/stores/key-paths.ts';
import type { ListOptions, ObjectStore } from '../../io/stores/object-store.ts';
import { newFolder } from '../tools/temporary-folder.ts';

fc.configureGlobal({ seed: 20261129 });

const newStore = () => new DirectoryStore(newFolder('store'));

const textOf = async (store: ObjectStore, key: string) => {
  const object = await store.get(key);
  return object === null ? null : new TextDecoder().decode(object.body);
};

async function keysOf(store: ObjectStore, prefix: string, options?: ListOptions) {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix, options)) keys.push(key);
  return keys;
}

/** What S3 allows and folders do not, or not as it stands. */
const ODD_KEYS: readonly string[] = [
  'a',
  'a/b',
  'a/b/',
  'a+',
  'a+/b',
  'a&',
  'a&/b',
  'A',
  '/leading',
  '//twice',
  'in//side',
  '.',
  '..',
  '../up',
  '...',
  './here',
  'a/../b',
  'line\nfeed',
  'bell\u0007 escape\u001b[31m',
  'right\u202eleft',
  'back\\slash',
  'con.in',
  'a:b',
  'dot.',
  'blank ',
  '%41',
  '%',
  '100%+1.in',
  '.nimbus-store',
  '.nimbus-store!',
  'x/.nimbus-store/growing',
  'caf\u00e9.in',
  'cafe\u0301.in',
  '删除 Nim/01.in',
  '😀.in',
  `${'x'.repeat(1021)}.in`,
  `${'.'.repeat(1021)}.in`,
  '.'.repeat(1024),
  `inbox/${'漢'.repeat(338)}.in`,
  `inbox/${'d/'.repeat(500)}x.in`,
];

describe('a folder as a bucket', () => {
  test('keeps objects of odd keys apart and lists them as they were written', async () => {
    const store = newStore();
    for (const key of ODD_KEYS) expect(await store.put(key, `of ${key}`)).toBe('written');
    for (const key of ODD_KEYS) {
      expect(await textOf(store, key)).toBe(`of ${key}`);
      expect((await store.head(key))?.size).toBe(Buffer.byteLength(`of ${key}`));
    }
    const sorted = [...ODD_KEYS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await keysOf(store, '')).toEqual(sorted);
  });

  test('knows no object by the name of one of its folders', async () => {
    const store = newStore();
    await store.put('a/b', 'text', { metadata: { some: 'thing' } });
    for (const key of ['', 'a', 'a/', 'a+', 'a/b/c', '.nimbus-store', '.nimbus-store!']) {
      expect(await store.head(key)).toBeNull();
      expect(await store.get(key)).toBeNull();
    }
  });

  test('lists by UTF-8 bytes, below a prefix that need not be a folder, after any key', async () => {
    const store = newStore();
    // U+FF01 stands after U+1F600 by UTF-16 units, and before it by bytes.
    const keys = ['p/a', 'p/a/1', 'p/b', 'p/\uff01', 'p/😀', 'pq', 'q'];
    for (const key of [...keys].reverse()) await store.put(key, key);
    expect(await keysOf(store, '')).toEqual(keys);
    expect(await keysOf(store, 'p/')).toEqual(keys.slice(0, 5));
    expect(await keysOf(store, 'p')).toEqual(keys.slice(0, 6));
    expect(await keysOf(store, 'p/', { after: 'p/a/1' })).toEqual(['p/b', 'p/\uff01', 'p/😀']);
    expect(await keysOf(store, 'p/', { after: 'p/aa' })).toEqual(['p/b', 'p/\uff01', 'p/😀']);
    expect(await keysOf(store, 'none/')).toEqual([]);
    expect(await keysOf(newStore(), '')).toEqual([]);
  });

  test('lets one of twenty racers write once, and gives its text to all of them', async () => {
    const store = newStore();
    const racers = Array.from({ length: 20 }, (_, racer) => `racer ${racer}`);
    const puts = await Promise.all(racers.map((text) => store.put('k', text, { once: true })));
    expect(puts.filter((put) => put === 'written')).toHaveLength(1);
    expect(await textOf(store, 'k')).toBe(racers[puts.indexOf('written')]);
    expect(await store.put('k', 'late', { once: true })).toBe('present');
    expect(await textOf(store, 'k')).toBe(racers[puts.indexOf('written')]);
  });

  test('replaces an object by a put that is not once', async () => {
    const store = newStore();
    await store.put('k', 'one', { metadata: { of: 'one' } });
    expect(await store.put('k', 'two')).toBe('written');
    expect(await store.get('k')).toMatchObject({ etag: sha256('two'), metadata: {}, size: 3 });
    await store.put('k', 'one');
    expect((await store.head('k'))?.metadata).toEqual({});
  });

  test('keeps metadata with the object that it was put with', async () => {
    const store = newStore();
    await store.put('k', 'text', { metadata: { digest: 'd1' }, once: true });
    await store.put('k', 'text', { metadata: { digest: 'd2' }, once: true });
    expect((await store.head('k'))?.metadata).toEqual({ digest: 'd1' });
    expect((await store.get('k'))?.metadata).toEqual({ digest: 'd1' });
  });

  test('gives ranges of bytes, and refuses those that go past the end', async () => {
    const store = newStore();
    await store.put('k', '0123456789');
    const range = async (start: number, end: number) =>
      new TextDecoder().decode((await store.get('k', { range: { start, end } }))?.body);
    expect(await range(0, 10)).toBe('0123456789');
    expect(await range(3, 7)).toBe('3456');
    expect(await range(4, 4)).toBe('');
    await expect(range(3, 11)).rejects.toMatchObject({ code: 'storage/short-read' });
    expect(await store.get('none', { range: { start: 0, end: 1 } })).toBeNull();
  });

  test('takes a stream as one object, whole or not at all', async () => {
    const store = newStore();
    const chunks = async function* (broken: boolean) {
      for (let at = 0; at < 100; at++) yield Buffer.from(`${at}\n`.repeat(1000));
      if (broken) throw new TypeError('the source broke');
    };
    await expect(store.putStream('k', chunks(true), { once: true })).rejects.toThrow('broke');
    expect(await store.head('k')).toBeNull();
    expect(await store.putStream('k', chunks(false), { once: true })).toBe('written');
    expect(await store.putStream('k', chunks(false), { once: true })).toBe('present');
    expect((await textOf(store, 'k'))?.split('\n')).toHaveLength(100_001);
  });

  test('leaves nothing behind of what it did not write', async () => {
    const folder = newFolder('store');
    const store = new DirectoryStore(folder);
    const broken = async function* () {
      yield Buffer.from('begun');
      throw new TypeError('the source broke');
    };
    await store.putStream('k', broken(), {}).catch(() => undefined);
    await store.put('k', 'one', { once: true });
    await store.put('k', 'two', { once: true });
    expect(readdirSync(join(folder, '.nimbus-store!', 'growing'))).toEqual([]);
  });
});

test('every key has a path of its own, whose names fit into any folder', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('.', '+', '&', '%', '~', 'a'), maxLength: 900 }),
  );
  const keys = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(keys, (key) => {
      const path = pathOfKey(key);
      expect(keyOfPath(path)).toBe(key);
      for (const name of path.split('/')) {
        expect(name).toMatch(/^[A-Za-z0-9._=,@~%&+!-]{1,255}$/);
        expect(name).not.toMatch(/^\.{1,2}$|^\.nimbus-store!$/);
      }
    }),
    { numRuns: 2000 },
  );
});
