import type { Warning } from '../../core/text/errors.ts';

/** What bytes are by how they begin. */
export type Format =
  | 'zip'
  | 'gzip'
  | 'zstd'
  | 'tar'
  | '7z'
  | 'rar'
  | 'xz'
  | 'bzip2'
  | 'html'
  | 'empty'
  | 'other';

/** Bytes at the start of a file that tell its format: one block of a tar. */
export const HEAD_BYTES = 512;

/** Where a tar has its magic. */
const USTAR_AT = 257;

const SIGNATURES: readonly (readonly [Format, string])[] = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['zip', 'PK\x07\x08'],
  ['gzip', '\x1f\x8b'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['7z', '7z\xbc\xaf\x27\x1c'],
  ['rar', 'Rar!\x1a\x07'],
  ['xz', '\xfd7zXZ\x00'],
  ['bzip2', 'BZh'],
];

/** The format of a file whose first bytes, up to HEAD_BYTES of them, are these. */
export function formatOf(head: Uint8Array): Format {
  if (head.length === 0) return 'empty';
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES));
  const text = start.toString('latin1');
  const known = SIGNATURES.find(([, signature]) => text.startsWith(signature));
  if (known !== undefined) return known[0];
  if (isSkippableFrame(start)) return 'zstd';
  if (text.startsWith('ustar', USTAR_AT)) return 'tar';
  return /^\s*<(!doctype|html)/i.test(text) ? 'html' : 'other';
}

/** RFC 8878, section 3.1.2. */
function isSkippableFrame(start: Buffer): boolean {
  return start.length >= 4 && start.readUInt32LE(0) >>> 4 === 0x184d2a5;
}

/** How a format is named to users. */
export const NAMES: Readonly<Record<Format, string>> = {
  zip: 'a zip archive',
  gzip: 'gzip data',
  zstd: 'Zstandard data',
  tar: 'a tar archive',
  '7z': 'a 7z archive',
  rar: 'a rar archive',
  xz: 'xz data',
  bzip2: 'bzip2 data',
  html: 'an HTML page',
  empty: 'an empty file',
  other: 'something else',
};

/** The format that a file's name promises; null where it promises none. */
export function formatByName(path: string): Format | 'packed' | null {
  const extension = /\.(zip|7z|rar|tar|tgz|tzst|gz|zst)$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === undefined) return null;
  if (extension === 'zip' || extension === '7z' || extension === 'rar') return extension;
  // A tar is often named after neither of its packings.
  return 'packed';
}

/** The name of what is packed: without `.gz` or `.zst`. */
export function innerName(path: string): string {
  return path.replace(/\.(gz|zst)$/i, '');
}

/** The name of a container without what says that it is one, for the words in it. */
export function plainName(path: string): string {
  return path.replace(/(\.tar)?\.(gz|zst)$|\.(zip|tar|tgz|tzst)$/i, '');
}

/** What is said of a container whose name does not say that it is one. */
export function notNamed(kind: 'zip' | 'tar' | 'packed'): Warning {
  const what = kind === 'packed' ? 'packed data' : `a ${kind}`;
  return { rule: 'container/name', message: `${what} of another name was unpacked` };
}
