import { type Entry, getFileNameLowLevel } from 'yauzl';
import { echo } from '../../core/text/echo.ts';
import type { Finding } from '../../core/text/errors.ts';
import type { ZipPlace } from './archive.ts';
import { ContainerError } from './container-error.ts';
import { type EntryName, nameFromBytes } from './entry-names.ts';
import { entryProblem, finding } from './limits.ts';

/** Bytes of a local header without its name, and the most that its extra field has. */
const LOCAL_BYTES = 30;
const LONGEST_EXTRA = 0xffff;
const METHODS: Readonly<Record<number, ZipPlace['method']>> = { 0: 'stored', 8: 'deflated' };
/** APPNOTE.TXT, section 4.4.5. */
const METHOD_NAMES: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
};

/** Bytes that an entry has at the least, in the file: its local header, its name, its data. */
export function leastEnd({
  relativeOffsetOfLocalHeader,
  fileNameLength,
  compressedSize,
}: Entry): number {
  return relativeOffsetOfLocalHeader + LOCAL_BYTES + fileNameLength + compressedSize;
}

const UTF_8 = 0x800;
/** Info-ZIP's field for a name in UTF-8. */
const UNICODE_NAME = 0x7075;

export function nameOf({
  generalPurposeBitFlag: flags,
  fileNameRaw,
  extraFields,
}: Entry): EntryName {
  const hasField = (flags & UTF_8) === 0 && extraFields.some(({ id }) => id === UNICODE_NAME);
  if (!hasField) return nameFromBytes(fileNameRaw);
  return { name: getFileNameLowLevel(flags, fileNameRaw, extraFields, true), warnings: [] };
}

export function placeOf(entry: Entry, before: number, next: number): ZipPlace {
  const { relativeOffsetOfLocalHeader: start, compressedSize: packed } = entry;
  return {
    start: start + before,
    end: Math.min(next, leastEnd(entry) + LONGEST_EXTRA) + before,
    packed,
    size: entry.uncompressedSize,
    crc: entry.crc32,
    method: METHODS[entry.compressionMethod] ?? 'stored',
  };
}

/** Systems whose file attributes are those of Unix: APPNOTE.TXT, section 4.4.2. */
const UNIX_LIKE = [3, 19];
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;

export function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & FILE_TYPE;
  return UNIX_LIKE.includes(versionMadeBy >>> 8) && type !== 0 && type !== REGULAR;
}

export function problemOf(entry: Entry): Finding | null {
  const { compressionMethod: method, uncompressedSize: size, compressedSize } = entry;
  if (entry.isEncrypted()) {
    return finding('zip/encrypted', 'an encrypted entry', 'entries without a password');
  }
  if (METHODS[method] === undefined) {
    const found = `the method ${METHOD_NAMES[method] ?? method}`;
    return finding('zip/method', found, 'entries stored or deflated', 'pack the folder anew');
  }
  if (method === 0 && size !== compressedSize) {
    const found = `${compressedSize} stored bytes that claim to be ${size}`;
    return finding('zip/size', found, 'the same number twice');
  }
  return entryProblem('zip', size);
}

const REASONS: readonly (readonly [RegExp, string, string])[] = [
  [/multi-disk/, 'zip/multi-disk', 'one part of an archive in several parts'],
  [/comment length/i, 'zip/end', 'bytes after its end, or an end record inside its comment'],
  [/record signature not found/, 'zip/truncated', 'no end of a zip archive'],
  [/strong encryption/, 'zip/encrypted', 'an archive whose directory is encrypted'],
  [/EOF/, 'zip/truncated', 'a directory that is cut off'],
];

/** What yauzl says of an archive, in our words; our own refusals as they are. */
export function asRefusal(error: unknown, size: number): unknown {
  if (!(error instanceof Error) || error instanceof ContainerError) return error;
  const [, rule, found] = REASONS.find(([pattern]) => pattern.test(error.message)) ?? [
    null,
    'zip/damaged',
    echo(error.message),
  ];
  const hint = 'pack the folder anew, as one zip without a password';
  const all = size === 0 ? '0 bytes' : found;
  return new ContainerError(finding(rule, all, 'a whole zip archive', hint));
}
