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

const SIGNATURES: readonly (readonly [Format, Uint8Array])[] = [
  ['zip', bytes('PK\x03\x04')],
  ['zip', bytes('PK\x05\x06')],
  ['zip', bytes('PK\x07\x08')],
  ['gzip', bytes('\x1f\x8b')],
  ['zstd', bytes('\x28\xb5\x2f\xfd')],
  ['7z', bytes('7z\xbc\xaf\x27\x1c')],
  ['rar', bytes('Rar!\x1a\x07')],
  ['xz', bytes('\xfd7zXZ\x00')],
  ['bzip2', bytes('BZh')],
];
const USTAR = bytes('ustar');
/** After a first byte from 0x50 to 0x5f. */
const SKIPPABLE = bytes('\x2a\x4d\x18');

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

const SPACE = 32;
const LESS_THAN = 60;

/** The format of a file whose first bytes, up to HEAD_BYTES of them, are these. */
export function formatOf(head: Uint8Array): Format {
  if (head.length === 0) return 'empty';
  for (const [format, signature] of SIGNATURES) if (hasAt(head, signature, 0)) return format;
  if (isSkippableFrame(head)) return 'zstd';
  if (hasAt(head, USTAR, USTAR_AT)) return 'tar';
  return isPage(head) ? 'html' : 'other';
}

function hasAt(head: Uint8Array, bytes: Uint8Array, place: number): boolean {
  for (let at = 0; at < bytes.length; at++) if (head[place + at] !== bytes[at]) return false;
  return true;
}

/** RFC 8878, section 3.1.2. */
function isSkippableFrame(head: Uint8Array): boolean {
  return (head[0] as number) >>> 4 === 0x5 && hasAt(head, SKIPPABLE, 1);
}

/** Most files begin with ink that is no `<`, and need not be looked at as a text. */
function isPage(head: Uint8Array): boolean {
  const first = head[0] as number;
  if (first > SPACE && first < 0x80 && first !== LESS_THAN) return false;
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES));
  return /^\s*<(!doctype|html)/i.test(start.toString('latin1'));
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
