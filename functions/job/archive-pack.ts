import type { Finding } from '../../core/text/errors.ts';
import { contentsOf } from '../../io/containers/contents.ts';
import { linesOf } from '../../io/json-lines.ts';
import { instanceOfLine } from '../../io/line-instance.ts';
import { type Packed, packLine } from '../../io/pack.ts';
import type { Buckets, Manifest, PlannedEntry, PlannedPiece } from './manifest.ts';
import { readUpload } from './open-job.ts';
import { uploadSource } from './upload-source.ts';

/** The first line of a pack is its header. */
export const FIRST_LINE = 2;

/**
 * The bytes of a piece: a range of the upload, or of an archive its instances as lines of a pack, read
 * and unpacked by themselves.
 */
export async function readPiece(
  buckets: Pick<Buckets, 'inbox'>,
  manifest: Manifest,
  piece: Pick<PlannedPiece, 'start' | 'end' | 'entries'>,
): Promise<Uint8Array> {
  const { entries } = piece;
  if (entries === undefined) return readUpload(buckets, manifest, piece);
  const sound = entries.filter(({ problem }) => problem === null);
  const contents = new Map<PlannedEntry, Uint8Array | Finding>();
  const source = uploadSource(buckets.inbox, manifest.upload);
  for await (const { at, content } of contentsOf(source, manifest.packing ?? null, sound)) {
    contents.set(sound[at] as PlannedEntry, content);
  }
  const lines = entries.flatMap((entry) =>
    packedOf(entry, entry.problem ?? contents.get(entry) ?? GONE).map(packLine),
  );
  return Buffer.from(lines.join(''));
}

const GONE: Finding = {
  rule: 'archive/entry-gone',
  place: null,
  found: 'no entry of that name any more',
  allowed: 'the archive that was planned',
};

/** The instances in an entry with that content, or the one that has what is wrong with it. */
export function packedOf(entry: PlannedEntry, content: Uint8Array | Finding): Packed[] {
  const { file, game, answer, warnings, lines } = entry;
  const base = { file, line: null, id: null, game, answer, expect: null, asked: null, warnings };
  if ('rule' in content) return [{ ...base, bytes: new Uint8Array(), problem: content }];
  if (lines === null) return [{ ...base, bytes: content, problem: null }];
  return [...linesWithin(content, lines)].map((raw) => {
    const isForced = entry.isForced === true;
    const { namesGame: _, ...line } = instanceOfLine(raw, { game, isForced });
    return { ...base, ...line, line: raw.line, answer: null };
  });
}

function* linesWithin(content: Uint8Array, { skip, count }: NonNullable<PlannedEntry['lines']>) {
  let at = 0;
  for (const raw of linesOf(content)) {
    if (at >= skip + count) return;
    if (at++ >= skip) yield raw;
  }
}

/** The entry, or the run of lines of one, that holds only the instance of that number in a piece. */
export function onlyEntry(entries: readonly PlannedEntry[], number: number): PlannedEntry[] {
  let first = 0;
  for (const entry of entries) {
    const count = entry.lines?.count ?? 1;
    if (number < first + count) {
      const { lines } = entry;
      if (lines === null) return [entry];
      return [{ ...entry, lines: { skip: lines.skip + number - first, count: 1 } }];
    }
    first += count;
  }
  return [];
}
