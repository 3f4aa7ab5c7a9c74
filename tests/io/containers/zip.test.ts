import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containerOf } from '../../../io/containers/container.ts';
import { DEFAULT_LIMITS, LARGEST_ENTRY } from '../../../io/containers/limits.ts';
import { openArchive } from '../../../io/containers/open.ts';
import { bytesSource, fileSource, type Source } from '../../../io/containers/source.ts';
import { openZip } from '../../../io/containers/zip-directory.ts';
import { unpackEntry } from '../../../io/containers/zip-entry.ts';
import { tarOf } from '../../tools/containers/odd-tar.ts';
import { zipOf } from '../../tools/containers/odd-zip.ts';
import { newFolder } from '../../tools/temporary-folder.ts';

async function contentsOf(source: Source, limits = DEFAULT_LIMITS) {
  const { entries } = await openZip(source, limits);
  const contents: [string, string][] = [];
  for (const { name, zip, problem } of entries) {
    if (zip === null) continue;
    const content = problem ?? unpackEntry(zip, await source.read(zip.start, zip.end));
    contents.push([
      name,
      'rule' in content ? content.rule : Buffer.from(content).toString('latin1'),
    ]);
  }
  return contents;
}

const content = fc.uint8Array({ maxLength: 2000 });
const files = fc.uniqueArray(
  fc.record({ number: fc.nat(999), content, method: fc.constantFrom(0, 8) }),
  {
    selector: ({ number }) => number,
    maxLength: 20,
  },
);

test('any files come out as they went in, one by one, with and without zip64 and bytes before', async () => {
  const odd = fc.record({
    zip64: fc.boolean(),
    before: fc.constantFrom(Buffer.alloc(0), Buffer.from('#!/bin/sh\n')),
    comment: fc.constantFrom(Buffer.alloc(0), Buffer.from('tests of June')),
  });
  await fc.assert(
    fc.asyncProperty(files, odd, async (all, how) => {
      const named = all.map(({ number, ...rest }) => ({ name: `secret/${number}.in`, ...rest }));
      const expected = named.map(({ name, content }) => [
        name,
        Buffer.from(content).toString('latin1'),
      ]);
      expect(await contentsOf(bytesSource(zipOf(named, how)))).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

test('what other programs pack is read, from the disk', async () => {
  const folder = newFolder('zip');
  const path = join(folder, 'tests.zip');
  writeFileSync(join(folder, '01.in'), '3\n0\n');
  const program =
    "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1],'w',zipfile.ZIP_DEFLATED); " +
    "z.write(sys.argv[2],'secret/01.in'); z.writestr('secret/\u6d4b.in','2\\n0\\n'); z.close()";
  execFileSync('python3', ['-c', program, path, join(folder, '01.in')]);
  expect(await contentsOf(fileSource(path))).toEqual([
    ['secret/01.in', '3\n0\n'],
    ['secret/\u6d4b.in', '2\n0\n'],
  ]);
});

test('the directory of an object is read in few requests, and no entry with it', async () => {
  const bytes = zipOf(
    Array.from({ length: 2000 }, (_, at) => ({
      name: `${at}.in`,
      content: 'x'.repeat(50),
      method: 0,
    })),
  );
  const ranges: [number, number][] = [];
  const read = (start: number, end: number) => {
    ranges.push([start, end]);
    return bytes.subarray(start, end);
  };
  const { entries } = await openZip({ size: bytes.length, read }, DEFAULT_LIMITS);
  expect(entries).toHaveLength(2000);
  expect(ranges.length).toBeLessThan(8);
});

test('an entry of more than 64 MiB is the problem of that entry', async () => {
  const large = { name: 'large.in', size: LARGEST_ENTRY + 1, data: Buffer.alloc(400_000) };
  const zip = zipOf([{ name: '1.in', content: '0\n' }, large]);
  expect(await contentsOf(bytesSource(zip))).toEqual([
    ['1.in', '0\n'],
    ['large.in', 'zip/entry-size'],
  ]);
});

test('there are as many entries as the limit says, and more where it is raised', async () => {
  const zip = zipOf([1, 2, 3].map((number) => ({ name: `${number}.in`, content: '0\n' })));
  expect(await contentsOf(bytesSource(zip), { maxEntries: 3 })).toHaveLength(3);
  await expect(openZip(bytesSource(zip), { maxEntries: 2 })).rejects.toMatchObject({
    finding: { rule: 'zip/too-many-entries' },
  });
});

test('a file of more than 2 GiB is not even looked at', async () => {
  const read = () => Promise.reject(new RangeError('not to be read'));
  const large = { size: 2 ** 31 + 1, read };
  await expect(openZip(large, DEFAULT_LIMITS)).rejects.toMatchObject({
    finding: { rule: 'container/too-large' },
  });
});

test('entries of 1 GiB and more together are refused before any is unpacked', async () => {
  const entry = { data: Buffer.alloc(400_000), size: LARGEST_ENTRY, packed: 400_000, method: 8 };
  const zip = zipOf(Array.from({ length: 17 }, (_, at) => ({ name: `${at}.in`, ...entry })));
  await expect(openZip(bytesSource(zip), DEFAULT_LIMITS)).rejects.toMatchObject({
    finding: { rule: 'zip/too-large' },
  });
});

test('a disk or a store that fails is no fault of the archive', async () => {
  const lost = new RangeError('the store is gone');
  const sources = [
    zipOf([{ name: '1.in' }]),
    tarOf([{ name: '1.in' }]),
    gzipSync(tarOf([{ name: '1.in' }])),
  ];
  for (const bytes of sources) {
    const container = await containerOf('a', bytesSource(bytes));
    if (container.kind !== 'zip' && container.kind !== 'tar') throw lost;
    const source = { size: bytes.length, read: () => Promise.reject(lost) };
    const options = { limits: DEFAULT_LIMITS, keep: () => true };
    await expect(openArchive(container, source, options)).rejects.toBe(lost);
  }
});
