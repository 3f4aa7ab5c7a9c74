import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ArchiveEntry, ZipPlace } from '../../../io/containers/archive.ts';
import { containerOf } from '../../../io/containers/container.ts';
import { DEFAULT_LIMITS, LARGEST_ENTRY } from '../../../io/containers/limits.ts';
import { openArchive } from '../../../io/containers/open.ts';
import { bytesSource } from '../../../io/containers/source.ts';
import { unpackEntry } from '../../../io/containers/zip-entry.ts';
import { type OddTarEntry, tarOf } from '../../tools/containers/odd-tar.ts';
import { newFolder } from '../../tools/temporary-folder.ts';

const TEXT = '3\n0\n';

async function opened(bytes: Uint8Array, name = 'a.tar', limits = DEFAULT_LIMITS) {
  const source = bytesSource(bytes);
  const container = await containerOf(name, source);
  if (container.kind !== 'zip' && container.kind !== 'tar') return container.kind;
  const { entries, ignored } = await openArchive(container, source, { limits, keep: () => true });
  const isPacked = container.kind === 'tar' && container.packing !== null;
  const texts = entries.map((entry) => [entry.name, textOf(entry, bytes, isPacked)]);
  return { texts, ignored: ignored.map(({ name }) => name) };
}

/** Of a packed tar what was kept; of another one nothing is, and its bytes are read where they lie. */
function textOf({ bytes: kept, zip, problem }: ArchiveEntry, tar: Uint8Array, isPacked: boolean) {
  if (problem !== null) return problem.rule;
  expect([kept === null, zip === null]).toEqual([!isPacked, isPacked]);
  const content = zip === null ? kept : unpackEntry(zip, tar.subarray(zip.start, zip.end));
  return content === null || 'rule' in content ? content : Buffer.from(content).toString();
}

const PACKINGS = [
  ['a.tar', (tar: Uint8Array) => tar],
  ['a.tar.gz', (tar: Uint8Array) => gzipSync(tar)],
  ['a.tgz', (tar: Uint8Array) => gzipSync(tar)],
  ['a.tar.zst', (tar: Uint8Array) => zstdCompressSync(tar)],
  // Magic bytes tell, not the name.
  ['a.tar', (tar: Uint8Array) => gzipSync(tar)],
] as const;

test.each(PACKINGS)(
  '%s gives its files, and ignores links, devices and what systems leave',
  async (name, pack) => {
    const tar = tarOf([
      { name: './', type: '5' },
      { name: './secret/', type: '5' },
      { name: './secret/1.in', content: TEXT },
      { name: 'secret/2.in', content: 'x'.repeat(2000) },
      { name: 'secret/empty.in' },
      { name: 'link.in', type: '2' },
      { name: 'null', type: '3' },
      { name: '._1.in', content: 'x' },
    ]);
    expect(await opened(pack(tar), name)).toEqual({
      texts: [
        ['secret/1.in', TEXT],
        ['secret/2.in', 'x'.repeat(2000)],
        ['secret/empty.in', ''],
      ],
      ignored: ['link.in', 'null', '._1.in'],
    });
  },
);

test('what the tar command packs is read, names too long for its first header among it', async () => {
  const folder = newFolder('tar');
  const long = join('data', 'x'.repeat(90), 'y'.repeat(90));
  mkdirSync(join(folder, long), { recursive: true });
  writeFileSync(join(folder, long, '测试.in'), TEXT);
  for (const format of ['gnu', 'pax', 'ustar']) {
    const tar = execFileSync('tar', ['-C', folder, `--format=${format}`, '-cf', '-', '.']);
    expect(await opened(tar)).toEqual({ texts: [[join(long, '测试.in'), TEXT]], ignored: [] });
  }
});

test('an entry whose size only a pax header tells is kept, and all that come after it', async () => {
  const size = '12 size=4\n';
  const tar = tarOf([
    { name: '1.in', content: TEXT },
    { name: 'pax', type: 'x', content: size.replace('12', `${size.length}`) },
    { name: '2.in', content: TEXT, size: 0 },
    { name: '3.in', content: TEXT },
  ]);
  const source = bytesSource(tar);
  const container = { kind: 'tar', packing: null } as const;
  const archive = await openArchive(container, source, {
    limits: DEFAULT_LIMITS,
    keep: () => true,
  });
  expect(archive.entries.map(({ bytes, zip }) => [bytes?.length, zip?.size])).toEqual([
    [undefined, 4],
    [4, undefined],
    [4, undefined],
  ]);
});

test('an entry that is another one than when the archive was looked through is told', async () => {
  const tar = tarOf([{ name: '1.in', content: TEXT }]);
  const container = { kind: 'tar', packing: null } as const;
  const how = { limits: DEFAULT_LIMITS, keep: () => false };
  const [entry] = (await openArchive(container, bytesSource(tar), how)).entries;
  const { zip } = entry as { zip: ZipPlace };
  const other = Buffer.from(TEXT.replace('3', '4'));
  expect(unpackEntry(zip, other)).toMatchObject({ rule: 'tar/changed' });
  expect(unpackEntry(zip, other.subarray(1))).toMatchObject({ rule: 'tar/changed' });
  expect(unpackEntry(zip, Buffer.from(TEXT))).toEqual(Buffer.from(TEXT));
});

test.each([
  ['a folder up', [{ name: '../1.in' }], 'tar/name'],
  ['absolute', [{ name: '/1.in' }], 'tar/name'],
  ['twice', [{ name: '1.in' }, { name: './1.in' }], 'tar/duplicate'],
] as [string, OddTarEntry[], string][])(
  'a name that is %s is refused',
  async (_, entries, rule) => {
    await expect(opened(tarOf(entries))).rejects.toMatchObject({ finding: { rule } });
  },
);

test('one that is cut off or damaged is refused', async () => {
  const tar = tarOf([{ name: '1.in', content: 'x'.repeat(1000) }]);
  await expect(opened(tar.subarray(0, 1000))).rejects.toMatchObject({
    finding: { rule: 'tar/truncated' },
  });
  const bad = Buffer.from(tar);
  bad[0] = 0x32;
  await expect(opened(bad)).rejects.toMatchObject({ finding: { rule: 'tar/damaged' } });
  const packed = gzipSync(tar);
  await expect(opened(packed.subarray(0, packed.length - 4))).rejects.toMatchObject({
    finding: { rule: 'gzip/truncated' },
  });
  await expect(opened(Buffer.alloc(1024))).rejects.toMatchObject({
    finding: { rule: 'nothing-to-do' },
  });
});

test('an entry that is too large is the problem of that entry, and its bytes are not kept', async () => {
  const large = { name: 'large.in', content: Buffer.alloc(LARGEST_ENTRY + 1, 0x31) };
  const found = await opened(tarOf([large, { name: '1.in', content: TEXT }]));
  expect(found).toMatchObject({
    texts: [
      ['large.in', 'tar/entry-size'],
      ['1.in', TEXT],
    ],
  });
});

test('there are as many entries as the limit says', async () => {
  const three = ['1.in', '2.in', '3.in'].map((name) => ({ name }));
  const limits = { maxEntries: 3 };
  expect(await opened(tarOf(three), 'a.tar', limits)).toMatchObject({ ignored: [] });
  await expect(opened(tarOf([...three, { name: '4.in' }]), 'a.tar', limits)).rejects.toMatchObject({
    finding: { rule: 'tar/too-many-entries' },
  });
});

test('a packed tar that is a bomb is refused on the way', async () => {
  const tar = tarOf([{ name: '1.in', content: Buffer.alloc(60 * 1024 * 1024) }]);
  const packed = gzipSync(tar);
  // It does not say so itself.
  packed.writeUInt32LE(10, packed.length - 4);
  await expect(opened(packed, 'a.tgz')).rejects.toMatchObject({ finding: { rule: 'tar/ratio' } });
});
