import { ReadableStream } from 'node:stream/web';
import { crc32 } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { echo } from '../../core/text/echo.ts';
import type { Archive, ArchiveEntry, IgnoredEntry, ZipPlace } from './archive.ts';
import { LINK } from './archive.ts';
import { ContainerError, refuseFor } from './container-error.ts';
import { EntryNames, junkReason } from './entry-names.ts';
import {
  countProblem,
  entryProblem,
  finding,
  type Limits,
  sizeProblem,
  totalProblem,
} from './limits.ts';
import type { Packing } from './packed.ts';
import { unpackedChunks } from './packed-stream.ts';
import { chunksOf, type Source } from './source.ts';
import { TarPlaces } from './tar-places.ts';

export interface TarOptions {
  readonly limits: Limits;
  /** Bytes of the upload, packed or not, that the tar comes from. */
  readonly size: number;
  /** Whether the content of an entry is to be kept that cannot be read by itself. */
  readonly keep: (name: string) => boolean;
  /** Of a tar that is not packed: where its entries lie. */
  readonly places?: TarPlaces;
}

/**
 * Goes through a tar once, in constant memory beside what is kept. Throws ContainerError where it is
 * refused: damaged, cut off, with too much in it or a name that is not to be had.
 */
async function openTar(chunks: AsyncIterable<Uint8Array>, options: TarOptions): Promise<Archive> {
  const entries: ArchiveEntry[] = [];
  const ignored: IgnoredEntry[] = [];
  for await (const entry of tarEntries(chunks, options)) {
    if ('reason' in entry) ignored.push(entry);
    else entries.push(entry);
  }
  return { format: 'tar', entries, ignored, warnings: [] };
}

/** The entries one after another, and what is ignored between them. Throws as `openTar` does. */
export async function* tarEntries(
  chunks: AsyncIterable<Uint8Array>,
  options: TarOptions,
): AsyncGenerator<ArchiveEntry | IgnoredEntry> {
  try {
    yield* checkedEntries(chunks, options);
  } catch (error) {
    throw asRefusal(error);
  }
}

async function* checkedEntries(
  chunks: AsyncIterable<Uint8Array>,
  { limits, size, keep, places }: TarOptions,
): AsyncGenerator<ArchiveEntry | IgnoredEntry> {
  const names = new EntryNames('tar');
  let ordinal = 0;
  let total = 0;
  for await (const { header, body } of decoded(chunks)) {
    refuseFor(countProblem('tar', ordinal + 1, limits));
    const start = places?.next(header.size) ?? null;
    if (isRoot(header.name)) {
      await body.cancel();
      continue;
    }
    const { name, warnings } = names.take({ name: header.name, warnings: [] });
    total += header.size;
    refuseFor(totalProblem('tar', size, total));
    const reason = reasonToIgnore(name, header.type);
    const problem = entryProblem('tar', header.size);
    const isSound = reason === null && problem === null;
    const zip = isSound && start !== null ? await placeOf(body, start, header.size) : null;
    const isKept = isSound && zip === null && keep(name);
    const bytes = isKept ? await contentOf(body, header.size) : null;
    if (zip === null && !isKept) await body.cancel();
    const place = { name, ordinal: ordinal++, zip };
    if (header.type === 'directory') continue;
    if (reason !== null) yield { name, reason };
    else yield { ...place, size: header.size, bytes, warnings, problem };
  }
}

/** The folder itself, as `tar -c .` has it. */
function isRoot(name: string): boolean {
  return /^(\.\/*)+$/.test(name);
}

function reasonToIgnore(name: string, type: string | undefined): string | null {
  return type === 'file' || type === 'directory' ? junkReason(name) : LINK;
}

function decoded(chunks: AsyncIterable<Uint8Array>): AsyncIterable<ParsedTarEntry> {
  return ReadableStream.from(chunks).pipeThrough(createTarDecoder({ strict: true }));
}

/** Where an entry lies, with a sum by which its content is known again. */
async function placeOf(
  body: AsyncIterable<Uint8Array>,
  start: number,
  size: number,
): Promise<ZipPlace> {
  let crc = 0;
  for await (const chunk of body) crc = crc32(chunk, crc);
  return { start, end: start + size, packed: size, size, crc, method: 'bare' };
}

async function contentOf(body: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of body) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** What the reader of tars says, in our words; our own refusals as they are. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ContainerError) return error;
  const rule = /truncated|unexpected end/i.test(error.message) ? 'tar/truncated' : 'tar/damaged';
  const hint = 'pack the folder anew';
  return new ContainerError(finding(rule, echo(error.message), 'a whole tar archive', hint));
}

/** The same of a tar at hand: of one that is not packed, each entry can be read by itself afterwards. */
export function openTarAt(
  source: Source,
  packing: Packing | null,
  options: Omit<TarOptions, 'size' | 'places'>,
): Promise<Archive> {
  const chunks = tarChunks(packing, source);
  const { size } = source;
  if (packing !== null) return openTar(chunks, { ...options, size });
  const places = new TarPlaces();
  return openTar(places.watch(chunks), { ...options, size, places });
}

/** The bytes of a tar, unpacked where it is packed. */
export function tarChunks(packing: Packing | null, source: Source): AsyncIterable<Uint8Array> {
  refuseFor(sizeProblem(source.size));
  return packing === null ? chunksOf(source) : unpackedChunks(packing, source);
}
