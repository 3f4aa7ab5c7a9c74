import { coverOf, prefixNodes } from '../../core/pipeline/cover.ts';
import type { Chunk } from '../../core/pipeline/manifest.ts';
import { jobKeys, partRange } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import { readPiece } from './archive-pack.ts';
import type { Buckets, PlannedPiece } from './manifest.ts';
import { isCancelled, type OpenJob, openJob } from './open-job.ts';
import { writePart, writeSettled } from './part.ts';
import { solvedRange } from './range-part.ts';
import { isRanged } from './ranged-upload.ts';
import { solverOf } from './solve-piece.ts';
import { type RoundPlace, splitCase, splitOf, stateBefore, tableOf } from './split-case.ts';
import { type ChunkTask, tasksOf } from './tasks.ts';

/** Which chunk of which round is to be done. */
export interface ChunkEvent {
  readonly job: string;
  readonly round: number;
  readonly chunk: number;
}

/** What a step gets from the world: storage, and time. */
export interface World extends Buckets {
  /** Milliseconds from any origin. */
  readonly now: () => number;
  /** Whether the function should come to an end. */
  readonly expired: () => boolean;
}

/** What became of a chunk: `unfinished` where the time was over, `present` where it was done before. */
export type ChunkOutcome = 'solved' | 'unfinished' | 'present' | 'cancelled';

/**
 * Does one chunk, or what is missing of it, and writes each result once. Out of time, it writes what is
 * finished; the next plan hands out the rest. All results are in storage.
 */
export async function chunkStep(world: World, event: ChunkEvent): Promise<ChunkOutcome> {
  if (await isCancelled(world.out, event.job)) return 'cancelled';
  const { open, task } = await openChunk(world.out, event);
  const { piece, part } = task;
  if (part === null) return solvePiece(world, open, piece);
  const body = await partOfRound(world, open, { round: event.round, piece, part });
  if (body === null) return 'present';
  await writeRoundPart(world.out, open.job, { round: event.round, piece, part }, body());
  return 'solved';
}

/** The job of a chunk, and what the chunk is to do. Throws where there is no such chunk. */
export async function openChunk(
  out: ObjectStore,
  { job, round, chunk }: ChunkEvent,
): Promise<{ readonly open: OpenJob; readonly task: ChunkTask }> {
  const open = await openJob(out, job);
  if (open === null) throw new TypeError(`${job}: chunk ${chunk} of a job that is not planned`);
  const task = tasksOf(open.plan, round)[chunk];
  if (task !== undefined) return { open, task };
  throw new RangeError(`${job}: chunk: found number ${chunk} of round ${round}, which has no such`);
}

async function solvePiece(world: World, open: OpenJob, number: number): Promise<ChunkOutcome> {
  const { job, manifest, plan } = open;
  const piece = plan.pieces[number] as PlannedPiece;
  const missing = await missingOf(world.out, job, piece);
  if (missing.length === 0) return 'present';
  if (isRanged(open)) {
    await writePart(world.out, job, piece, [await solvedRange(world, open, piece)]);
    return 'solved';
  }
  const bytes = await readPiece(world, manifest, piece);
  const { game } = plan.header;
  const { now, expired } = world;
  const solve = await solverOf({ manifest, game, piece, bytes, now, expired });
  for (const [done, node] of missing.entries()) {
    if (done > 0 && expired()) return 'unfinished';
    const { last, part } = await solve(node);
    for (const range of prefixNodes(node, last))
      await writePart(world.out, job, range, part(range));
    if (last < node.last) return 'unfinished';
  }
  return 'solved';
}

/** What there is no part for: nodes of the tree of a piece, in order. */
export async function missingOf(
  out: ObjectStore,
  job: string,
  piece: PlannedPiece,
): Promise<readonly Chunk[]> {
  return coverOf(piece, await partsWithin(out, job, piece)).missing;
}

/** The finished parts of a piece. Parts of others stand before and after them in a list. */
async function partsWithin(
  out: ObjectStore,
  job: string,
  { first, last }: Chunk,
): Promise<Chunk[]> {
  const keys = jobKeys(job);
  const found: Chunk[] = [];
  // '-' stands before '.', so this is before any part that starts at `first`.
  const after = keys.part({ first, last: 0 }).replace(/-[^-]*$/, '');
  for await (const { key } of out.list(keys.parts, { after })) {
    const range = partRange(key);
    if (range === null) continue;
    if (range.first > last) break;
    found.push(range);
  }
  return found;
}

/** A part of a round of one case. */
export interface RoundPart extends RoundPlace {
  readonly part: number;
}

/** What computes a part of a round, with all that it needs in hand; null where the part is there. */
export async function partOfRound(
  world: World,
  open: OpenJob,
  place: RoundPart,
): Promise<(() => Uint8Array) | null> {
  const { round, piece: number, part } = place;
  const key = jobKeys(open.job).roundPart(round, number, part);
  if ((await world.out.head(key)) !== null) return null;
  const split = await splitCase(world, open, number);
  const table = tableOf(world.out, open, split, number);
  if (table !== null) return table.partOf(round, part);
  const { c } = split;
  const { parts, solvePart, partial } = splitOf(split);
  const piece = open.plan.pieces[number] as PlannedPiece;
  const { wanted } = piece.rounds?.[round] ?? { wanted: 1 };
  const state = await stateBefore(world.out, open, split, place);
  return () => partial.encode(solvePart(c, state, parts(c, round, wanted)[part]));
}

export async function writeRoundPart(
  out: ObjectStore,
  job: string,
  { round, piece, part }: RoundPart,
  body: Uint8Array,
): Promise<void> {
  const key = jobKeys(job).roundPart(round, piece, part);
  await writeSettled(out, key, body, { scratch: true });
}
