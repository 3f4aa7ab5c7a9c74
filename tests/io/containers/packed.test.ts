import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LARGEST_TOTAL, mostUnpacked } from '../../../io/containers/limits.ts';
import { claimProblem, lieProblem, packingOf, unpack } from '../../../io/containers/packed.ts';
import { unpackedChunks, unpackedHead } from '../../../io/containers/packed-stream.ts';
import { bytesSource } from '../../../io/containers/source.ts';
import { lyingGzip } from '../../tools/containers/bombs.ts';

const PACK = { gzip: gzipSync, zstd: zstdCompressSync };
const bytes = fc.uint8Array({ maxLength: 3000 });

async function streamed(packing: 'gzip' | 'zstd', packed: Uint8Array): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of unpackedChunks(packing, bytesSource(packed))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each(['gzip', 'zstd'] as const)(
  '%s of any members gives all of them, at once and in a stream',
  async (packing) => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 4 }), async (members) => {
        // A letter first, so that nothing looks like a container in a container.
        const contents = members.map((each) => Buffer.concat([Buffer.from('x'), each]));
        const packed = Buffer.concat(contents.map((each) => PACK[packing](each)));
        const whole = Buffer.concat(contents);
        expect(packingOf(packed)).toBe(packing);
        expect(Buffer.from(unpack(packing, packed) as Uint8Array).equals(whole)).toBe(true);
        expect((await streamed(packing, packed)).equals(whole)).toBe(true);
        const head = Buffer.from(await unpackedHead(packing, packed));
        expect(whole.subarray(0, head.length).equals(head)).toBe(true);
        expect(head.length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  },
);

test.each(['gzip', 'zstd'] as const)(
  '%s that is cut off anywhere gives no answer',
  async (packing) => {
    const packed = PACK[packing](Buffer.from(`x${'some text '.repeat(40)}${Math.PI}`));
    for (let length = 4; length < packed.length; length++) {
      const cut = packed.subarray(0, length);
      expect(unpack(packing, cut)).toMatchObject({ rule: `${packing}/truncated` });
      await expect(streamed(packing, cut)).rejects.toMatchObject({
        finding: { rule: `${packing}/truncated` },
      });
    }
  },
);

test('skippable frames of Zstandard are passed over', () => {
  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
  const packed = Buffer.concat([
    skippable,
    zstdCompressSync('3\n'),
    skippable,
    zstdCompressSync('0\n'),
  ]);
  expect(packingOf(packed)).toBe('zstd');
  expect(`${Buffer.from(unpack('zstd', packed) as Uint8Array)}`).toBe('3\n0\n');
});

test('padding with zeros behind gzip data is none of it, as tapes have it', () => {
  const packed = Buffer.concat([gzipSync('3\n0\n'), Buffer.alloc(100)]);
  expect(`${Buffer.from(unpack('gzip', packed) as Uint8Array)}`).toBe('3\n0\n');
});

test('a small file may unpack to 10 MiB, a larger one to 200 times as much, none to more than 1 GiB', () => {
  expect(mostUnpacked(10)).toBe(10 * 1024 * 1024);
  expect(mostUnpacked(1e6)).toBe(2e8);
  expect(mostUnpacked(1e9)).toBe(LARGEST_TOTAL);
});

test('what junk behind a file claims is not believed', () => {
  const packed = Buffer.concat([gzipSync('3\n0\n'), Buffer.from('junk')]);
  expect(claimProblem('gzip', packed.length, packed, packed)).toBeNull();
});

test('a bomb that claims less than it begins with is told from a file with a short last member', async () => {
  const problemOf = async (packed: Uint8Array) =>
    lieProblem('gzip', packed, await unpackedHead('gzip', packed));
  const long = gzipSync('3\n'.repeat(1e5));
  expect(await problemOf(Buffer.concat([long, gzipSync('0\n')]))).toBeNull();
  expect(await problemOf(long.subarray(0, -1))).toBeNull();
  expect(await problemOf(lyingGzip())).toMatchObject({ rule: 'gzip/ratio' });
});
