import type { Finding } from '../../core/text/errors.ts';
import { GAME_FLAG } from '../../io/choose-game.ts';
import type { ArchiveFile } from '../../io/containers/archive-files.ts';
import { contentsOf } from '../../io/containers/contents.ts';
import { sha256 } from '../../io/hash.ts';
import { LineIds } from '../../io/line-instance.ts';
import { type Packed, packLine } from '../../io/pack.ts';
import { FIRST_LINE, packedOf, readPiece } from './archive-pack.ts';
import { openUpload } from './archive-upload.ts';
import { Clashes, type LineInstance, lineInstances } from './instances.ts';
import type { Buckets, Manifest, Plan, PlanHeader, PlannedEntry } from './manifest.ts';
import { cutPlan, estimateOf, type PlannedLine } from './plan-lines.ts';

/** An instance of an archive: a file, or one line of a JSON Lines file. */
interface ArchiveLine extends PlannedLine {
  readonly entry: PlannedEntry;
  readonly instance: Pick<LineInstance, 'named' | 'answer' | 'problem'>;
}

/**
 * The plan of an archive, whose files are read one after another: none but the one at work is in memory.
 * Throws ContainerError where it is refused.
 */
export async function planOfArchive(
  world: Pick<Buckets, 'inbox'>,
  manifest: Manifest,
  base: PlanHeader,
): Promise<Plan> {
  const { source, archive, files } = await openUpload(world, manifest);
  const entries = files.map(plannedEntry);
  const byEntry = new Map<PlannedEntry, readonly ArchiveLine[]>();
  for (const entry of entries) {
    if (entry.problem !== null)
      byEntry.set(entry, await linesOfEntry(manifest, entry, entry.problem));
  }
  const sound = entries.filter(({ problem }) => problem === null);
  for await (const { at, content } of contentsOf(source, manifest.packing ?? null, sound)) {
    const entry = sound[at] as PlannedEntry;
    byEntry.set(entry, await linesOfEntry(manifest, entry, content));
  }
  const lines = inOrder(manifest, entries, byEntry);
  const { header, pieces } = await cutPlan(manifest, lines, async ({ entry }) => {
    const bytes = await readPiece(world, manifest, { start: 0, end: 0, entries: [entry] });
    return [...lineInstances(manifest, bytes, ONE)][0];
  });
  const listed = archive.entries.map(({ name, size, zip }) => [name, size, zip?.crc ?? null]);
  return {
    header: { ...base, ...header, sha256: sha256(JSON.stringify(listed)) },
    pieces: pieces.map((piece) => {
      const entries = joined(lines.slice(piece.first, piece.last + 1).map(({ entry }) => entry));
      return { ...piece, line: FIRST_LINE, entries };
    }),
  };
}

const ALL_LINES = { skip: 0, count: Number.MAX_SAFE_INTEGER };

/** An entry as it is planned, with all of its lines where it is a JSON Lines file. */
function plannedEntry({ entry, kind, file, game, why, ...rest }: ArchiveFile): PlannedEntry {
  const { name, zip, problem } = entry;
  const { answer, warnings } = rest;
  const isLines = kind === 'json-lines';
  return {
    ...{ name, zip, file, game, answer, warnings, problem },
    isForced: isLines ? why === GAME_FLAG : null,
    lines: isLines ? ALL_LINES : null,
  };
}

const ONE = { index: 0, line: FIRST_LINE };

/** The instances of one file, with what only its lines together show. */
async function linesOfEntry(
  manifest: Manifest,
  entry: PlannedEntry,
  content: Uint8Array | Finding,
): Promise<ArchiveLine[]> {
  const ids = new LineIds();
  const lines: ArchiveLine[] = [];
  for (const [skip, packed] of packedOf(entry, content).entries()) {
    const [instance] = lineInstances(manifest, Buffer.from(packLine(packed)), ONE);
    if (instance === undefined) continue;
    const problem = twiceIn(ids, packed);
    const whole = { ...instance, problem: problem ?? instance.problem };
    const work = await estimateOf(manifest, whole);
    const { named, answer } = instance;
    lines.push({
      ...{ start: 0, end: packed.bytes.length, line: FIRST_LINE, problem },
      entry: { ...entry, lines: entry.lines && { skip, count: 1 } },
      instance: { named, answer, problem: whole.problem },
      ...work,
    });
  }
  return lines;
}

/** What is wrong with a line in the light of those before it. */
function twiceIn(ids: LineIds, { line, id, problem }: Packed): Finding | null {
  return line === null || problem !== null ? null : ids.problemOf({ id: id ?? '', problem });
}

/** All instances in the order of their files, as if they lay one behind the other. */
function inOrder(
  manifest: Manifest,
  entries: readonly PlannedEntry[],
  byEntry: ReadonlyMap<PlannedEntry, readonly ArchiveLine[]>,
): ArchiveLine[] {
  const clashes = new Clashes(manifest);
  let at = 0;
  return entries.flatMap((entry) =>
    (byEntry.get(entry) ?? []).map((line) => {
      const start = at;
      at += line.end;
      const problem = line.problem ?? clashes.add(line.instance);
      return { ...line, start, end: at, problem };
    }),
  );
}

/** Lines of one file that stand side by side are one run of it. */
function joined(entries: readonly PlannedEntry[]): PlannedEntry[] {
  const runs: PlannedEntry[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    const isNext = last?.name === entry.name && last.lines !== null && entry.lines !== null;
    if (!isNext) runs.push(entry);
    else {
      const { skip, count } = last.lines;
      runs[runs.length - 1] = { ...last, lines: { skip, count: count + 1 } };
    }
  }
  return runs;
}
