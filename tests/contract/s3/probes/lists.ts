import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { Objects, type Probe, refused } from '../probe.ts';

/** In the order of their UTF-8 bytes, which is not that of UTF-16: U+FF21 stands before U+1F600. */
const ORDERED = ['A', 'Z', 'a', 'a-', 'a/', 'a/b', 'a0', 'b', 'é', '游', 'Ａ', '😀'];

async function fill(client: S3Client, bucket: string, keys: readonly string[]): Promise<void> {
  const objects = new Objects(client, bucket);
  await Promise.all(keys.map((key) => objects.put(key, '')));
}

async function pages(
  client: S3Client,
  rest: ListObjectsV2CommandInput,
  pageSize: number,
): Promise<string[][]> {
  const result: string[][] = [];
  // The paginator writes its state into what it is given.
  for await (const page of paginateListObjectsV2({ client, pageSize }, { ...rest })) {
    const prefixes = page.CommonPrefixes ?? [];
    result.push([
      ...(page.Contents ?? []).map(({ Key = '' }) => Key),
      ...prefixes.map(({ Prefix = '' }) => Prefix),
    ]);
    expect(page.KeyCount).toBe(result.at(-1)?.length);
  }
  return result;
}

export const listProbes: readonly Probe[] = [
  {
    name: '250 keys come in three pages of 100, each key once, in order',
    run: async (client, bucket) => {
      const keys = Array.from({ length: 250 }, (_, at) => `pages/${String(at).padStart(3, '0')}`);
      await fill(client, bucket, keys);
      const found = await pages(client, { Bucket: bucket, Prefix: 'pages/' }, 100);
      expect(found.map(({ length }) => length)).toEqual([100, 100, 50]);
      expect(found.flat()).toEqual(keys);
    },
  },
  {
    name: 'keys come in the order of their UTF-8 bytes, also over pages of one',
    run: async (client, bucket) => {
      const keys = ORDERED.map((key) => `order/${key}`);
      await fill(client, bucket, keys);
      const rest = { Bucket: bucket, Prefix: 'order/' };
      expect((await pages(client, rest, 1000)).flat()).toEqual(keys);
      expect((await pages(client, rest, 1)).flat()).toEqual(keys);
    },
  },
  {
    name: 'a delimiter folds what is below it, over pages too',
    run: async (client, bucket) => {
      const below = Array.from({ length: 30 }, (_, at) => `fold/many/${at}`);
      const keys = ['fold/a', 'fold/b/1', 'fold/b/2', 'fold/b', ...below, 'fold/z', 'fold/zz/1'];
      await fill(client, bucket, keys);
      const rest = { Bucket: bucket, Prefix: 'fold/', Delimiter: '/' };
      const expected = ['fold/a', 'fold/b', 'fold/b/', 'fold/many/', 'fold/z', 'fold/zz/'];
      const whole = (await pages(client, rest, 1000)).flat().sort();
      const single = (await pages(client, rest, 1)).flat();
      expect([whole, single]).toEqual([expected, expected]);
    },
  },
  {
    name: 'start-after begins behind a key, there or not',
    run: async (client, bucket) => {
      await fill(client, bucket, ['after/a', 'after/b', 'after/c']);
      const rest = { Bucket: bucket, Prefix: 'after/' };
      const there = await pages(client, { ...rest, StartAfter: 'after/a' }, 1);
      const between = await pages(client, { ...rest, StartAfter: 'after/aa' }, 1);
      expect([there.flat(), between.flat()]).toEqual([
        ['after/b', 'after/c'],
        ['after/b', 'after/c'],
      ]);
    },
  },
  {
    name: 'encoding-type=url encodes keys and prefixes',
    run: async (client, bucket) => {
      await fill(client, bucket, ['url/a b+c', 'url/游/x']);
      const list = new ListObjectsV2Command({
        ...{ Bucket: bucket, Prefix: 'url/', Delimiter: '/', EncodingType: 'url' },
      });
      const { Contents, CommonPrefixes } = await client.send(list);
      const decode = (text = '') => decodeURIComponent(text.replaceAll('+', ' '));
      expect(Contents?.map(({ Key }) => decode(Key))).toEqual(['url/a b+c']);
      expect(CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['url/%E6%B8%B8/']);
    },
  },
  {
    name: 'without an encoding, keys with XML characters, spaces and line ends come whole',
    run: async (client, bucket) => {
      const keys = ['plain/ <&>"\' ', 'plain/a\nb', 'plain/a\rb', 'plain/&amp;'].sort();
      await fill(client, bucket, keys);
      const found = await pages(client, { Bucket: bucket, Prefix: 'plain/' }, 1000);
      expect(found.flat()).toEqual(keys);
    },
  },
  {
    name: 'max-keys 0 finds nothing, a max-keys of letters is refused',
    run: async (client, bucket) => {
      await fill(client, bucket, ['zero/a']);
      const rest = { Bucket: bucket, Prefix: 'zero/' };
      const none = await client.send(new ListObjectsV2Command({ ...rest, MaxKeys: 0 }));
      expect([none.KeyCount, none.IsTruncated]).toEqual([0, false]);
      const letters = 'x' as unknown as number;
      const list = new ListObjectsV2Command({ ...rest, MaxKeys: letters });
      await refused(client.send(list), 400, 'InvalidArgument');
    },
  },
  {
    name: 'the first version of the list goes on by marker, with folded prefixes',
    run: async (client, bucket) => {
      await fill(client, bucket, ['old/a', 'old/b/1', 'old/b/2', 'old/c']);
      const found: string[] = [];
      let Marker: string | undefined = '';
      while (Marker !== undefined) {
        const rest = { Bucket: bucket, Prefix: 'old/', Delimiter: '/', MaxKeys: 1 };
        const list: ListObjectsCommand = new ListObjectsCommand({ ...rest, Marker });
        const page = await client.send(list);
        found.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
        found.push(...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix));
        Marker = page.IsTruncated ? page.NextMarker : undefined;
      }
      expect(found).toEqual(['old/a', 'old/b/', 'old/c']);
    },
  },
  {
    name: 'a list tells size, entity tag and time',
    run: async (client, bucket) => {
      const { ETag } = await new Objects(client, bucket).put('told/a', 'abc');
      const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: 'told/' });
      const [item] = (await client.send(list)).Contents ?? [];
      expect(item).toMatchObject({ Key: 'told/a', Size: 3, ETag });
      expect(Math.abs(Date.now() - (item?.LastModified?.getTime() ?? 0))).toBeLessThan(600_000);
    },
  },
];
