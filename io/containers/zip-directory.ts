import { type Entry, fromRandomAccessReaderPromise } from 'yauzl';
import { echo } from '../../core/text/echo.ts';
import type { Warning } from '../../core/text/errors.ts';
import { type Archive, type ArchiveEntry, type IgnoredEntry, LINK } from './archive.ts';
import { refuse, refuseFor } from './container-error.ts';
import { EntryNames, junkReason } from './entry-names.ts';
import { countProblem, isTooSteep, type Limits, sizeProblem, totalProblem } from './limits.ts';
import type { Source } from './source.ts';
import { bytesBefore, isCentral } from './zip-end.ts';
import { WindowReader } from './zip-reader.ts';
import { asRefusal, isLink, leastEnd, nameOf, placeOf, problemOf } from './zip-record.ts';

/** Bytes of an entry of the directory without its name, extra field and comment. */
const CENTRAL_BYTES = 46;
/** Of the directory: a tenth of that is a lot. */
const LARGEST_DIRECTORY = 64 * 1024 * 1024;

/**
 * Looks through the central directory of a zip; no entry is unpacked. Every guard that the directory
 * allows has passed: the sum of what the entries unpack to is bounded, and no two share bytes. Reads by
 * ranges. Throws ContainerError where the zip is refused.
 */
export async function openZip(source: Source, limits: Limits): Promise<Archive> {
  refuseFor(sizeProblem(source.size));
  const before = await bytesBefore(source);
  const records = await recordsOf(source, before, limits);
  refuseOverlap(records, source.size - before);
  const unpacked = records.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  refuseFor(totalProblem('zip', source.size, unpacked));
  return {
    format: 'zip',
    ...filesOf(records, before, source.size - before),
    warnings: junk(records, before),
  };
}

/** The records of the directory, in its order. */
async function recordsOf(source: Source, before: number, limits: Limits): Promise<Entry[]> {
  const reader = new WindowReader(source, before);
  try {
    const zip = await fromRandomAccessReaderPromise(reader, source.size - before, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    refuseFor(countProblem('zip', zip.entryCount, limits));
    const records: Entry[] = [];
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      bytes +=
        CENTRAL_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > LARGEST_DIRECTORY) tooLong();
      records.push(entry);
    }
    if (await goesOn(source, before, reader.position, zip.entryCount)) refuseMore(zip.entryCount);
    return records;
  } catch (error) {
    throw asRefusal(error, source.size);
  }
}

function tooLong(): never {
  return refuse('zip/damaged', 'a longer directory', `${LARGEST_DIRECTORY} bytes of directory`);
}

/** Whether the directory has more records than its end says. */
function goesOn(source: Source, before: number, position: number, count: number) {
  return count > 0 && isCentral(source, before + position);
}

function refuseMore(count: number): never {
  return refuse(
    'zip/entries',
    `more than the ${count} entries that it claims`,
    'all of them counted',
  );
}

/**
 * Entries that share bytes unpack to more than the file holds: 42 kB to 5.5 GB in
 * https://www.bamsoftware.com/hacks/zipbomb/. Disjoint ranges also bound the sum of the compressed sizes.
 */
function refuseOverlap(records: readonly Entry[], size: number): void {
  let last: Entry | null = null;
  for (const entry of inPlace(records)) {
    if (last !== null && entry.relativeOffsetOfLocalHeader < leastEnd(last)) {
      const found = `the entries ${shown(last)} and ${shown(entry)} in the same bytes`;
      refuse('zip/overlap', found, 'bytes of its own for each entry', BOMB);
    }
    if (leastEnd(entry) > size) {
      const found = `the entry ${shown(entry)} past the end of the file`;
      refuse('zip/truncated', found, 'entries inside the file', 'upload the whole file');
    }
    if (isTooSteep(entry.compressedSize, entry.uncompressedSize)) {
      const found = `${entry.compressedSize} bytes of ${shown(entry)} for ${entry.uncompressedSize}`;
      refuse('zip/ratio', found, 'what DEFLATE can do, 1032 times as much', BOMB);
    }
    last = entry;
  }
}

const BOMB = 'this looks like a decompression bomb; if it is none, pack the folder anew';

function inPlace(records: readonly Entry[]): Entry[] {
  return [...records].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
}

function shown(entry: Entry): string {
  return `'${echo(nameOf(entry).name)}'`;
}

function filesOf(records: readonly Entry[], before: number, size: number) {
  const names = new EntryNames('zip');
  const sorted = inPlace(records);
  const next = new Map(
    sorted.map((entry, at) => [entry, sorted[at + 1]?.relativeOffsetOfLocalHeader ?? size]),
  );
  const entries: ArchiveEntry[] = [];
  const ignored: IgnoredEntry[] = [];
  for (const [ordinal, record] of records.entries()) {
    const { name, warnings } = names.take(nameOf(record));
    const reason = isLink(record) ? LINK : junkReason(name);
    if (name.endsWith('/')) continue;
    if (reason !== null) ignored.push({ name, reason });
    else {
      const { uncompressedSize } = record;
      const zip = placeOf(record, before, next.get(record) ?? size);
      const base = { name, ordinal, size: uncompressedSize, bytes: null, warnings };
      entries.push({ ...base, zip, problem: problemOf(record) });
    }
  }
  return { entries, ignored };
}

/** A program that unpacks itself has its archive at its end. */
function junk(records: readonly Entry[], before: number): readonly Warning[] {
  const [first] = inPlace(records);
  const bytes = before + (first?.relativeOffsetOfLocalHeader ?? 0);
  if (bytes === 0) return [];
  return [{ rule: 'zip/junk', message: `${bytes} bytes before the first entry are passed over` }];
}
