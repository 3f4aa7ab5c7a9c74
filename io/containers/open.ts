import { echo } from '../../core/text/echo.ts';
import type { Archive } from './archive.ts';
import { refuse, refuseFor } from './container-error.ts';
import { type Format, formatByName, formatOf, HEAD_BYTES, NAMES } from './formats.ts';
import { type Limits, sizeProblem } from './limits.ts';
import { claimProblem, isPacking, type Packing } from './packed.ts';
import { PACKED_HEAD_BYTES, unpackedChunks, unpackedHead } from './packed-stream.ts';
import { chunksOf, type Source, withOwnFailures } from './source.ts';
import { openTar } from './tar.ts';
import { openZip } from './zip-directory.ts';

/** What a source is: an archive of files, one packed file, or neither. */
export type Container =
  | { readonly kind: 'zip' }
  | { readonly kind: 'tar'; readonly packing: Packing | null }
  | { readonly kind: 'packed'; readonly packing: Packing }
  | { readonly kind: 'plain'; readonly format: Format };

/**
 * What a source is by its magic bytes. Throws ContainerError where it has the name of a container that it
 * is not, is one that cannot be read, is too large, or says itself that it unpacks to too much.
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
  const isTar = formatOf(await unpackedHead(packing, head)) === 'tar';
  return { kind: isTar ? 'tar' : 'packed', packing };
}

export interface OpenOptions {
  readonly limits: Limits;
  /** Entries of a tar whose content is kept: it cannot be read entry by entry. */
  readonly keep: (name: string) => boolean;
}

/** An archive with all that is in it. Throws ContainerError where it is refused or where nothing is in it. */
export async function openArchive(
  container: Exclude<Container, { kind: 'packed' | 'plain' }>,
  source: Source,
  { limits, keep }: OpenOptions,
): Promise<Archive> {
  const archive = await withOwnFailures(source, (watched) =>
    container.kind === 'zip'
      ? openZip(watched, limits)
      : openTar(tarChunks(container.packing, watched), { limits, keep, size: source.size }),
  );
  if (archive.entries.length + archive.ignored.length > 0) return archive;
  return refuse('nothing-to-do', 'an archive with no file in it', 'at least one instance');
}

/** The bytes of a tar, unpacked where it is packed. */
export function tarChunks(packing: Packing | null, source: Source): AsyncIterable<Uint8Array> {
  refuseFor(sizeProblem(source.size));
  return packing === null ? chunksOf(source) : unpackedChunks(packing, source);
}
