import type { Finding } from '../../core/text/errors.ts';
import type { ZipPlace } from './archive.ts';
import { MOST_ENTRIES_EVER } from './limits.ts';
import type { Packing } from './packed.ts';
import { type Source, watched } from './source.ts';
import { tarChunks, tarEntries } from './tar.ts';
import { unpackEntry } from './zip-entry.ts';

/** What has to be known to find an entry again in its archive. */
export interface Placed {
  readonly name: string;
  /** Null in a tar, which is gone through by names. */
  readonly zip: ZipPlace | null;
}

/** An entry that was asked for, by its number in what was asked, and its content. */
export interface Content {
  readonly at: number;
  readonly content: Uint8Array | Finding;
}

/** The most that is read at once, and the most that is passed over between two entries. */
const RUN_BYTES = 8 * 1024 * 1024;
const MOST_BETWEEN = 256 * 1024;

/**
 * The contents of some entries of an archive, in the order of their places: of a zip in as few reads as
 * is quick, of a tar in one pass. Throws ContainerError where a tar is damaged.
 */
export function contentsOf(
  source: Source,
  packing: Packing | null,
  wanted: readonly Placed[],
): AsyncGenerator<Content> {
  const isTar = wanted.some(({ zip }) => zip === null);
  return isTar ? fromTar(source, packing, wanted) : fromZip(source, wanted);
}

interface Place extends ZipPlace {
  readonly at: number;
}

async function* fromZip({ read }: Source, wanted: readonly Placed[]): AsyncGenerator<Content> {
  const places = wanted
    .flatMap(({ zip }, at) => (zip === null ? [] : [{ ...zip, at }]))
    .sort((a, b) => a.start - b.start);
  for (const run of runsOf(places)) {
    const [{ start }] = run;
    const bytes = await read(start, run.at(-1)?.end ?? start);
    for (const { at, ...place } of run) {
      const own = bytes.subarray(place.start - start, place.end - start);
      yield { at, content: unpackEntry(place, own) };
    }
  }
}

/** Neighbours that are read together. */
function runsOf(places: readonly Place[]): [Place, ...Place[]][] {
  const runs: [Place, ...Place[]][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isNear = last !== undefined && place.start - last.end <= MOST_BETWEEN;
    if (run !== undefined && isNear && place.end - run[0].start <= RUN_BYTES) run.push(place);
    else runs.push([place]);
  }
  return runs;
}

async function* fromTar(
  source: Source,
  packing: Packing | null,
  wanted: readonly Placed[],
): AsyncGenerator<Content> {
  const numbers = new Map(wanted.map(({ name }, at) => [name, at]));
  const failures: unknown[] = [];
  const options = {
    limits: { maxEntries: MOST_ENTRIES_EVER },
    size: source.size,
    keep: (name: string) => numbers.has(name),
  };
  try {
    for await (const entry of tarEntries(tarChunks(packing, watched(source, failures)), options)) {
      const at = numbers.get(entry.name);
      if (at === undefined || 'reason' in entry || entry.bytes === null) continue;
      yield { at, content: entry.bytes };
      numbers.delete(entry.name);
      if (numbers.size === 0) return;
    }
  } catch (error) {
    throw failures.length > 0 ? failures[0] : error;
  }
}
