import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPassing, readWhole } from '../../io/read-whole.ts';
import { newFolder } from '../tools/temporary-folder.ts';

const folder = newFolder('read-whole');

/** Around the memory that small files are read into, and larger than what memory is kept for. */
const SIZES = [0, 1, 65_535, 65_536, 65_537, 131_072, 131_073, 1_000_000, (1 << 24) + 1];

function fileOf(size: number): { readonly path: string; readonly content: Buffer } {
  const content = Buffer.alloc(size, 'the content of a file, ');
  const path = join(folder, `${size}`);
  writeFileSync(path, content);
  return { path, content };
}

test.each(SIZES)('a file of %d bytes is read as it is', (size) => {
  const { path, content } = fileOf(size);
  expect(content.equals(readWhole(path))).toBe(true);
  expect(content.equals(readPassing(path, size) as Uint8Array)).toBe(true);
  if (size > 0) expect(readPassing(path, size - 1)).toBeNull();
});

test('bytes of a file stay, or hold until the next one is read in passing', () => {
  const [first, second] = [fileOf(100_000), fileOf(90_000)];
  const stays = readWhole(first.path);
  const passes = readPassing(first.path, 100_000) as Uint8Array;
  readWhole(second.path);
  expect(first.content.equals(passes)).toBe(true);
  expect(second.content.equals(readPassing(second.path, 100_000) as Uint8Array)).toBe(true);
  expect(first.content.equals(stays)).toBe(true);
});

test('what cannot be opened is said by the system', () => {
  expect(() => readWhole(join(folder, 'nothing'))).toThrow(/ENOENT/);
});
