import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { bytes, MIB, Objects, type Probe, refused } from '../probe.ts';

const KEYS = {
  'a space, a plus and an umlaut': 'objects/a b+c ü.in',
  'Chinese and an emoji': 'objects/游戏/😀.in',
  'percent signs and what looks encoded': 'objects/100%/%2F%41+%.in',
  'dots and doubled slashes': 'objects/../x//./y/..',
  'a leading slash': '/objects/rooted',
  'a trailing slash': 'objects/folder/',
  'a backslash and quotes': 'objects/a\\b"c\'d',
  'a line feed': 'objects/two\nlines',
  'XML characters': 'objects/<a>&amp;b</a>',
  'the characters that URLs reserve': "objects/?a=b&c#d;e,f:g@h!$()*~'",
  '1,024 bytes': `objects/${'k'.repeat(1024 - 'objects/'.length)}`,
};

const keyProbes = Object.entries(KEYS).map(([what, key]): Probe => {
  return {
    name: `a key with ${what} is put, read, found by head, and deleted`,
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put(key, what);
      expect(await objects.text(key)).toBe(what);
      await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      await refused(objects.get(key), 404, 'NoSuchKey');
    },
  };
});

export const objectProbes: readonly Probe[] = [
  ...keyProbes,
  {
    name: 'a key of 1,025 bytes is refused',
    run: async (client, bucket) => {
      await refused(new Objects(client, bucket).put('k'.repeat(1025), ''), 400, 'KeyTooLongError');
    },
  },
  {
    name: 'a key and one below it are two objects',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('nested/a', 'one');
      await objects.put('nested/a/b', 'two');
      expect([await objects.text('nested/a'), await objects.text('nested/a/b')]).toEqual([
        'one',
        'two',
      ]);
    },
  },
  {
    name: 'an object without bytes is an object',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('empty', '');
      expect(await objects.text('empty')).toBe('');
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'empty' }));
      expect(head.ContentLength).toBe(0);
      expect(head.ETag).toBe('"d41d8cd98f00b204e9800998ecf8427e"');
    },
  },
  {
    name: 'a put replaces what was there',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('replaced', 'first, and longer');
      await objects.put('replaced', 'second');
      expect(await objects.text('replaced')).toBe('second');
    },
  },
  {
    name: 'a stream of 1 MiB and a byte arrives without its framing',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const body = bytes(MIB + 1);
      const stream = Readable.from([body.subarray(0, 70_000), body.subarray(70_000)]);
      await objects.put('stream', stream, { ContentLength: body.length });
      expect((await objects.get('stream')).equals(body)).toBe(true);
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'stream' }));
      expect(head.ContentEncoding ?? '').not.toContain('aws-chunked');
    },
  },
  {
    name: '64 MiB are put and read',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const body = bytes(64 * MIB);
      await objects.put('large', body);
      expect((await objects.get('large')).equals(body)).toBe(true);
    },
  },
  {
    name: '1,000 small puts, 32 at a time, are all there',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const keys = Array.from({ length: 1000 }, (_, at) => `many/${at}`);
      const waiting = [...keys];
      const lane = async () => {
        for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
          await objects.put(key, key);
        }
      };
      await Promise.all(Array.from({ length: 32 }, lane));
      for (const key of ['many/0', 'many/500', 'many/999']) {
        expect(await objects.text(key)).toBe(key);
      }
    },
  },
  {
    name: 'what is not there is NoSuchKey, and 404 for head',
    run: async (client, bucket) => {
      await refused(new Objects(client, bucket).get('not-there'), 404, 'NoSuchKey');
      const head = new HeadObjectCommand({ Bucket: bucket, Key: 'not-there' });
      await refused(client.send(head), 404, 'NotFound');
    },
  },
  {
    name: 'metadata, type, encoding, language, disposition and caching come back',
    run: async (client, bucket) => {
      const told = {
        ContentType: 'text/plain; charset=utf-8',
        ContentEncoding: 'gzip',
        ContentLanguage: 'de',
        ContentDisposition: 'attachment; filename="a.txt"',
        CacheControl: 'max-age=60',
        Metadata: { game: 'delete-nim', 'job-id': 'a/b' },
      };
      const body = bytes(10);
      await new Objects(client, bucket).put('metadata', body, told);
      const head = new HeadObjectCommand({ Bucket: bucket, Key: 'metadata' });
      expect(await client.send(head)).toMatchObject({ ...told, ContentLength: 10 });
    },
  },
  {
    name: 'ranges: from-to, last n, from, more than there is, and none that is there',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      await objects.put('range', '0123456789');
      const ranges = ['bytes=2-4', 'bytes=-3', 'bytes=7-', 'bytes=8-99', 'bytes=-99', 'bytes=0-0'];
      const found = await Promise.all(ranges.map((Range) => objects.get('range', { Range })));
      const texts = found.map((body) => body.toString());
      expect(texts).toEqual(['234', '789', '789', '89', '0123456789', '0']);
      const get = { Bucket: bucket, Key: 'range', Range: 'bytes=2-4' };
      const { ContentRange, ContentLength, $metadata } = await client.send(
        new GetObjectCommand(get),
      );
      expect([ContentRange, ContentLength, $metadata.httpStatusCode]).toEqual([
        'bytes 2-4/10',
        3,
        206,
      ]);
      await refused(objects.get('range', { Range: 'bytes=10-' }), 416, 'InvalidRange');
    },
  },
  {
    name: 'a delete of what is not there succeeds',
    run: async (client, bucket) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'never-there' }));
    },
  },
  {
    name: 'many objects are deleted by one call, strange keys too',
    run: async (client, bucket) => {
      const objects = new Objects(client, bucket);
      const keys = ['batch/ <&>\n+%', 'batch/b', 'batch/c'];
      for (const key of keys) await objects.put(key, key);
      const Delete = { Objects: [...keys, 'batch/absent'].map((Key) => ({ Key })) };
      const result = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
      expect(result.Errors ?? []).toEqual([]);
      const deleted = result.Deleted?.map(({ Key }) => Key).sort();
      expect(deleted).toEqual([...keys, 'batch/absent'].sort());
      for (const key of keys) await refused(objects.get(key), 404);
    },
  },
  {
    name: 'tags are put with the object or later, read and deleted',
    run: async (client, bucket) => {
      const at = { Bucket: bucket, Key: 'tags' };
      const read = async () => (await client.send(new GetObjectTaggingCommand(at))).TagSet;
      await new Objects(client, bucket).put('tags', '', { Tagging: 'a=1' });
      expect(await read()).toEqual([{ Key: 'a', Value: '1' }]);
      const TagSet = [{ Key: 'b & c', Value: '<2>' }];
      await client.send(new PutObjectTaggingCommand({ ...at, Tagging: { TagSet } }));
      expect(await read()).toEqual(TagSet);
      await client.send(new DeleteObjectTaggingCommand(at));
      expect(await read()).toEqual([]);
    },
  },
];
