import { echo } from '../../core/text/echo.ts';
import { refuse, refuseFor } from './container-error.ts';
import { type Format, formatByName, formatOf, HEAD_BYTES, NAMES } from './formats.ts';
import { sizeProblem } from './limits.ts';
import { claimProblem, isPacking, lieProblem, type Packing } from './packed.ts';
import { PACKED_HEAD_BYTES, unpackedHead } from './packed-stream.ts';
import type { Source } from './source.ts';

/** What a source is: an archive of files, one packed file, or neither. */
export type Container =
  | { readonly kind: 'zip' }
  | { readonly kind: 'tar'; readonly packing: Packing | null }
  /** `start`: some of its first bytes, unpacked. */
  | { readonly kind: 'packed'; readonly packing: Packing; readonly start: Uint8Array }
  | { readonly kind: 'plain'; readonly format: Format };

/**
 * What a source is by its magic bytes. Throws ContainerError where it has the name of a container that it
 * is not, is one that cannot be read, is too large, or unpacks to too much by what it says, or by what it
 * is where it is small.
 */
export async function containerOf(path: string, source: Source): Promise<Container> {
  const head = await source.read(0, Math.min(source.size, HEAD_BYTES));
  const format = formatOf(head);
  const named = formatByName(path);
  if (named === 'zip' || named === '7z' || named === 'rar') refuseOther(path, named, format);
  if (format === '7z' || format === 'rar' || format === 'xz' || format === 'bzip2') {
    refuse('container/format', NAMES[format], READABLE, 'pack the folder as a zip');
  }
  if (format === 'zip' || named === 'zip') return { kind: 'zip' };
  // Tars of the oldest kind, and those without entries, have no magic.
  const isOldTar = format === 'other' && /\.tar$/i.test(path);
  if (format === 'tar' || isOldTar) return { kind: 'tar', packing: null };
  if (isPacking(format)) return packedAs(format, source);
  if (/\.(tar|tgz|tzst)$/i.test(path)) refuseOther(path, 'tar', format);
  return { kind: 'plain', format };
}

const READABLE = 'zip, tar, gzip and Zstandard';

function refuseOther(path: string, named: Format, format: Format): void {
  // A program may stand before a zip; nothing at all is one that is cut off.
  const isMaybeZip = named === 'zip' && (format === 'other' || format === 'empty');
  if (format === named || isMaybeZip) return;
  const found = `${NAMES[format]} with the name ${echo(path.slice(path.lastIndexOf('/') + 1))}`;
  refuse('container/type', found, `${NAMES[named]} of that name`, 'name it after what it is');
}

async function packedAs(packing: Packing, source: Source): Promise<Container> {
  refuseFor(sizeProblem(source.size));
  const head = await source.read(0, Math.min(source.size, PACKED_HEAD_BYTES));
  const tail = await source.read(Math.max(0, source.size - 4), source.size);
  refuseFor(claimProblem(packing, source.size, head, tail));
  const start = await unpackedHead(packing, head);
  if (formatOf(start) === 'tar') return { kind: 'tar', packing };
  // A small bomb is found here, before a thread or a function is started for it.
  if (head.length === source.size) refuseFor(lieProblem(packing, head, start));
  return { kind: 'packed', packing, start };
}
