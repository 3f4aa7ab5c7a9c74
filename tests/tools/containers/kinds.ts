import { gzipSync, zstdCompressSync } from 'node:zlib';
import {
  gzipBomb,
  longExtra,
  lyingGzip,
  lyingRatio,
  manyEntries,
  miscounted,
  quotedOverlap,
  sharedStream,
  steepEntry,
  zstdBomb,
} from './bombs.ts';
import { tarOf } from './odd-tar.ts';
import { type OddEntry, zipOf } from './odd-zip.ts';

/**
 * O accepted silently, W accepted with a warning, I ignored and counted, E an error row of one instance,
 * R refused as a whole.
 */
export type Outcome = 'O' | 'W' | 'I' | 'E' | 'R';

/** One kind of a container that users upload, and what has to become of it. */
export interface Kind {
  readonly id: string;
  readonly what: string;
  /** The name of the file. */
  readonly file: string;
  readonly bytes: () => Uint8Array;
  readonly outcome: Outcome;
  /** The rule that is named; null where nothing is said. */
  readonly rule: string | null;
  /** Names of the instances that are solved in spite of it. */
  readonly solved: readonly string[];
}

const TEXT = '3\n0\n';
const GAME = 'corner-geography';
const one: OddEntry = { name: `${GAME}/1.in`, content: TEXT };
const two: OddEntry = { name: `${GAME}/2.in`, content: '2\n0\n' };
const good = zipOf([one, two]);
const link = (0o120777 << 16) >>> 0;
const device = (0o020666 << 16) >>> 0;
const named = (name: string | Uint8Array, more: Partial<OddEntry> = {}) =>
  zipOf([{ ...two, name, ...more }, one]);
const gbk = Buffer.from([
  ...Buffer.from(`${GAME}/`),
  0xb2,
  0xe2,
  0xca,
  0xd4,
  ...Buffer.from('.in'),
]);

type Row = readonly [
  string,
  string,
  string,
  () => Uint8Array,
  Outcome,
  string | null,
  readonly string[],
];

const ONE = [`${GAME}/1.in`];
const BOTH = [`${GAME}/1.in`, `${GAME}/2.in`];
const packedName = `${GAME}-1.in.gz`;

const ROWS: readonly Row[] = [
  ['B1', 'an HTML page', 'a.zip', () => Buffer.from('<!DOCTYPE html>'), 'R', 'container/type', []],
  [
    'B1',
    'a tar',
    'a.zip',
    () => tarOf([{ name: '1.in', content: TEXT }]),
    'R',
    'container/type',
    [],
  ],
  [
    'B1',
    'a 7z',
    'a.zip',
    () => Buffer.from('7z\xbc\xaf\x27\x1c..', 'latin1'),
    'R',
    'container/type',
    [],
  ],
  ['B1', 'a rar', 'a.zip', () => Buffer.from('Rar!\x1a\x07\x01\0'), 'R', 'container/type', []],
  [
    'B1',
    'a 7z of that name',
    'a.7z',
    () => Buffer.from('7z\xbc\xaf\x27\x1c..', 'latin1'),
    'R',
    'container/format',
    [],
  ],
  ['B2', 'cut off', 'a.zip', () => good.subarray(0, good.length - 30), 'R', 'zip/truncated', []],
  ['B2', 'nothing', 'a.zip', () => new Uint8Array(), 'R', 'zip/truncated', []],
  ['B3', 'empty', 'a.zip', () => zipOf([]), 'R', 'nothing-to-do', []],
  ['B4', 'a wrong sum', 'a.zip', () => zipOf([one, { ...two, crc: 1 }]), 'E', 'zip/crc', ONE],
  [
    'B5',
    'encrypted',
    'a.zip',
    () => zipOf([one, { ...two, flags: 0x801 }]),
    'E',
    'zip/encrypted',
    ONE,
  ],
  ['B6', 'LZMA', 'a.zip', () => zipOf([one, { ...two, method: 14 }]), 'E', 'zip/method', ONE],
  ['B6', 'Deflate64', 'a.zip', () => zipOf([one, { ...two, method: 9 }]), 'E', 'zip/method', ONE],
  ['B6', 'Zstandard', 'a.zip', () => zipOf([one, { ...two, method: 93 }]), 'E', 'zip/method', ONE],
  ['B7', 'a folder up', 'a.zip', () => named('../x.in'), 'R', 'zip/name', []],
  ['B7', 'absolute', 'a.zip', () => named('/x.in'), 'R', 'zip/name', []],
  ['B7', 'a drive', 'a.zip', () => named('C:\\x.in'), 'R', 'zip/name', []],
  ['B7', 'a folder up with a backslash', 'a.zip', () => named('..\\x.in'), 'R', 'zip/name', []],
  ['B7', 'two dots that are no folder', 'a.zip', () => named(`${GAME}/..2.in`), 'O', null, ONE],
  ['B7', 'a part too long', 'a.zip', () => named(`${'x'.repeat(256)}.in`), 'R', 'zip/name', []],
  ['B8', 'NUL in a name', 'a.zip', () => named('x\0.in'), 'R', 'zip/name', []],
  ['B9', 'a backslash', 'a.zip', () => named(`${GAME}\\2.in`), 'W', 'archive/backslash', BOTH],
  [
    'B10',
    'a link',
    'a.zip',
    () => named('x.in', { attributes: link }),
    'I',
    'a link or a device',
    ONE,
  ],
  [
    'B10',
    'a device',
    'a.zip',
    () => named('x.in', { attributes: device }),
    'I',
    'a link or a device',
    ONE,
  ],
  ['B11', 'a name twice', 'a.zip', () => named(`${GAME}/1.in`), 'R', 'zip/duplicate', []],
  [
    'B12',
    'equal but for case',
    'a.zip',
    () =>
      zipOf([
        { ...one, name: `${GAME}/a.in` },
        { ...two, name: `${GAME}/A.in` },
      ]),
    'W',
    'archive/names-alike',
    [`${GAME}/A.in`, `${GAME}/a.in`],
  ],
  [
    'B12',
    'equal after NFC',
    'a.zip',
    () =>
      zipOf([
        { ...one, name: `${GAME}/\u00e9.in` },
        { ...two, name: `${GAME}/e\u0301.in` },
      ]),
    'W',
    'archive/names-alike',
    [`${GAME}/\u00e9.in`, `${GAME}/e\u0301.in`],
  ],
  [
    'B13',
    'a name in GBK',
    'a.zip',
    () => named(gbk, { flags: 0 }),
    'W',
    'archive/name-encoding',
    [`${GAME}/%B2%E2%CA%D4.in`, ...ONE],
  ],
  [
    'B14',
    'of macOS',
    'a.zip',
    () => named(`__MACOSX/${GAME}/._1.in`),
    'I',
    'left by macOS or Windows',
    ONE,
  ],
  [
    'B14',
    'of macOS, a folder',
    'a.zip',
    () => named(`${GAME}/.DS_Store`),
    'I',
    'left by macOS or Windows',
    ONE,
  ],
  ['B14', 'of Windows', 'a.zip', () => named('Thumbs.db'), 'I', 'left by macOS or Windows', ONE],
  [
    'B15',
    'a zip in it',
    'a.zip',
    () => named('b.zip', { content: good }),
    'I',
    'an archive inside an archive',
    ONE,
  ],
  ['B16', 'a steep entry', 'a.zip', () => steepEntry(), 'R', 'zip/ratio', []],
  ['B16', 'a steep entry that lies', 'a.zip', () => lyingRatio(), 'R', 'zip/ratio', []],
  ['B17', 'one stream', 'a.zip', () => sharedStream(), 'R', 'zip/overlap', []],
  ['B18', 'quoted overlap', 'a.zip', () => quotedOverlap(), 'R', 'zip/overlap', []],
  ['B18', 'overlap by an extra field', 'a.zip', () => longExtra(), 'E', 'zip/overlap', []],
  ['B19', '100 001 entries', 'a.zip', () => manyEntries(), 'R', 'zip/too-many-entries', []],
  ['B19', 'more than it counts', 'a.zip', () => miscounted(), 'R', 'zip/entries', []],
  [
    'B20',
    'larger than it says',
    'a.zip',
    () => zipOf([one, { ...two, size: 2 }]),
    'E',
    'zip/size',
    ONE,
  ],
  [
    'B20',
    'smaller than it says',
    'a.zip',
    () => zipOf([one, { ...two, size: 9 }]),
    'E',
    'zip/size',
    ONE,
  ],
  ['B20', 'absurd in zip64', 'a.zip', () => zipOf([one, absurd()]), 'R', 'zip/truncated', []],
  [
    'B20',
    'past the end',
    'a.zip',
    () => zipOf([one, { ...two, packed: 9999 }]),
    'R',
    'zip/truncated',
    [],
  ],
  ['B21', 'several disks', 'a.zip', () => zipOf([one], { disk: 1 }), 'R', 'zip/multi-disk', []],
  ['B21', 'junk before', 'a.zip', () => zipOf([one, two], { before: JUNK }), 'W', 'zip/junk', BOTH],
  [
    'B21',
    'junk that is not counted',
    'a.zip',
    () => zipOf([one, two], { before: JUNK, unaware: true }),
    'W',
    'zip/junk',
    BOTH,
  ],
  [
    'B21',
    'a second end',
    'a.zip',
    () => zipOf([one, two], { comment: zipOf([]) }),
    'R',
    'zip/end',
    [],
  ],
  ['B22', 'cut off', packedName, () => gzipSync(TEXT).subarray(0, 15), 'E', 'gzip/truncated', []],
  ['B22', 'a wrong sum', packedName, () => spoilt(gzipSync(TEXT)), 'E', 'gzip/crc', []],
  [
    'B22',
    'junk behind',
    packedName,
    () => Buffer.concat([gzipSync(TEXT), JUNK]),
    'E',
    'gzip/trailing',
    [],
  ],
  [
    'B22',
    'Zstandard cut off',
    `${GAME}-1.in.zst`,
    () => zstdCompressSync(TEXT).subarray(0, -2),
    'E',
    'zstd/truncated',
    [],
  ],
  [
    'B22',
    'junk behind Zstandard',
    `${GAME}-1.in.zst`,
    () => Buffer.concat([zstdCompressSync(TEXT), JUNK]),
    'E',
    'zstd/trailing',
    [],
  ],
  [
    'B23',
    'two members',
    packedName,
    () => Buffer.concat([gzipSync('3\n'), gzipSync('0\n')]),
    'O',
    null,
    [packedName],
  ],
  [
    'B23',
    'two frames',
    `${GAME}-1.in.zst`,
    () => Buffer.concat([zstdCompressSync('3\n'), zstdCompressSync('0\n')]),
    'O',
    null,
    [`${GAME}-1.in.zst`],
  ],
  [
    'B24',
    'gzip without the name',
    `${GAME}-1.in`,
    () => gzipSync(TEXT),
    'W',
    'container/name',
    [`${GAME}-1.in`],
  ],
  ['B24', 'gzip twice', packedName, () => gzipSync(gzipSync(TEXT)), 'E', 'container/nested', []],
  ['B24', 'a bomb of gzip', packedName, () => gzipBomb(), 'R', 'gzip/ratio', []],
  ['B24', 'a bomb of gzip that lies', packedName, () => lyingGzip(), 'R', 'gzip/ratio', []],
  ['B24', 'a large one', packedName, () => lyingGzip(256 * 1024 * 1024), 'E', 'gzip/ratio', []],
  ['B24', 'a bomb of Zstandard', `${GAME}-1.in.zst`, () => zstdBomb(), 'R', 'zstd/ratio', []],
  [
    'B25',
    'answers only',
    'a.zip',
    () => zipOf([{ name: '1.ans', content: 'Bob\n' }]),
    'R',
    'nothing-found',
    [],
  ],
  ['B25', 'no partner', 'a.zip', () => zipOf([one]), 'O', null, ONE],
  [
    'B25',
    'two partners',
    'a.zip',
    () => zipOf([one, { name: `${GAME}/1.ans` }, { name: `${GAME}/1.out` }]),
    'W',
    'answer/two-partners',
    ONE,
  ],
];

/** The 25 kinds of group B, some in several forms. */
export const KINDS: readonly Kind[] = ROWS.map(
  ([id, what, file, bytes, outcome, rule, solved]) => ({
    id,
    what,
    file,
    bytes,
    outcome,
    rule,
    solved,
  }),
);

const JUNK = Buffer.from('#!/bin/sh\n');

function spoilt(packed: Buffer): Buffer {
  const at = packed.length - 8;
  packed[at] = (packed[at] ?? 0) ^ 1;
  return packed;
}

/** A field that says 2^60 bytes. */
function absurd(): OddEntry {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(2n ** 60n, 4);
  extra.writeBigUInt64LE(2n ** 60n, 12);
  return { ...two, size: 0xffffffff, packed: 0xffffffff, extra };
}
