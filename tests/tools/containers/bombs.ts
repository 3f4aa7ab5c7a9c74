import { crc32, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type OddEntry, offsetsOf, zipOf } from './odd-zip.ts';

const MIB = 1024 * 1024;

/** 500 entries of one stream: 28 kB that unpack to 1 GB. */
export function sharedStream(entries = 500, megabytes = 2): Buffer {
  const content = Buffer.alloc(megabytes * MIB, 0x31);
  const data = deflateRawSync(content, { level: 9 });
  const same = { data, size: content.length, crc: crc32(content) };
  const names = Array.from({ length: entries }, (_, at) => `corner-geography/${at}.in`);
  return zipOf(names.map((name, at) => ({ name, ...same, ...(at > 0 && { offset: 0 }) })));
}

/**
 * Quoted overlap, after David Fifield, https://www.bamsoftware.com/hacks/zipbomb/: each entry's data
 * quotes the local header of the next one in a stored block and goes on into its data, so that all of
 * them end in the same kernel. Ratios of single entries stay those of DEFLATE.
 */
export function quotedOverlap(entries = 250, kernelMegabytes = 21): Buffer {
  const kernelContent = Buffer.alloc(kernelMegabytes * MIB, 0x61);
  const kernel = deflateRawSync(kernelContent, { level: 9 });
  const name = (at: number) => `corner-geography/${at}.in`;
  let tail = { data: kernel, size: kernelContent.length, crc: crc32(kernelContent) };
  let file = Buffer.concat([headerOf(name(entries - 1), tail), kernel]);
  const directory: OddEntry[] = [{ name: name(entries - 1), ...tail, offset: 0 }];
  const starts = [file.length];
  for (let at = entries - 2; at >= 0; at--) {
    const next = file.subarray(0, file.length - tail.data.length);
    const data = Buffer.concat([storedBlock(next), tail.data]);
    const size = tail.size + next.length;
    tail = { data, size, crc: 0 };
    file = Buffer.concat([headerOf(name(at), tail), data]);
    directory.unshift({ name: name(at), ...tail, offset: 0 });
    starts.unshift(file.length);
  }
  const placed = directory.map((entry, at) => ({
    ...entry,
    offset: file.length - (starts[at] ?? 0),
  }));
  return zipOf(placed, { before: file });
}

function headerOf(
  name: string,
  { data, size, crc }: Pick<Required<OddEntry>, 'data' | 'size' | 'crc'>,
) {
  const whole = zipOf([{ name, data, size, crc }]);
  return whole.subarray(0, 30 + name.length);
}

/** A block of DEFLATE that is not compressed and not the last one: RFC 1951, section 3.2.4. */
function storedBlock(content: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(content.length, 1);
  head.writeUInt16LE(content.length ^ 0xffff, 3);
  return Buffer.concat([head, content]);
}

/** One entry as steep as DEFLATE gets. */
export function steepEntry(megabytes = 50): Buffer {
  return zipOf([{ name: 'corner-geography/1.in', content: Buffer.alloc(megabytes * MIB) }]);
}

/** Sizes that no DEFLATE reaches. */
export function lyingRatio(): Buffer {
  return zipOf([{ name: 'corner-geography/1.in', content: '3\n0\n', size: 60 * MIB }]);
}

export function manyEntries(count = 100_001): Buffer {
  return zipOf(
    Array.from({ length: count }, (_, at) => ({ name: `${at}.in`, content: '0\n', method: 0 })),
  );
}

/** More entries than its end says. */
export function miscounted(): Buffer {
  const names = ['corner-geography/1.in', 'corner-geography/2.in'];
  return zipOf(
    names.map((name) => ({ name, content: '3\n0\n' })),
    { count: 1 },
  );
}

/** It says itself that it unpacks to 1000 times as much. */
export function gzipBomb(): Buffer {
  return gzipSync(Buffer.alloc(256 * MIB));
}

/** A gzip bomb that claims to be small. */
export function lyingGzip(unpacked = 64 * MIB): Buffer {
  const packed = gzipSync(Buffer.alloc(unpacked));
  packed.writeUInt32LE(10, packed.length - 4);
  return packed;
}

export function zstdBomb(): Buffer {
  return zstdCompressSync(Buffer.alloc(128 * MIB));
}

/** Entries whose data lies where the directory says that the next one begins. */
export function longExtra(): Buffer {
  const extra = Buffer.alloc(60);
  const entries: OddEntry[] = [
    { name: 'corner-geography/1.in', content: '3\n0\n', localExtra: extra },
    { name: 'corner-geography/2.in', content: '5\n0\n' },
  ];
  const [, second = 0] = offsetsOf(entries);
  const whole = zipOf(entries);
  // The directory puts the second entry right behind what the first one needs at the least.
  const at = whole.lastIndexOf('corner-geography/2.in') - 4;
  whole.writeUInt32LE(second - extra.length, at);
  return whole;
}
