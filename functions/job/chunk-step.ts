import { coverOf, prefixNodes } from '../../core/pipeline/cover.ts';
import type { Chunk } from '../../core/pipeline/manifest.ts';
import { jobKeys, partRange } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { Buckets, PlannedPiece } from './manifest.ts';
import { isCancelled, type OpenJob, openJob, readUpload } from './open-job.ts';
import { writePart, writeSettled } from './part.ts';
import { solverOf } from './solve-piece.ts';
import { type RoundPlace, splitCase, stateBefore } from './split-case.ts';
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
export async function chunkStep(
  world: World,
  { job, round, chunk }: ChunkEvent,
): Promise<ChunkOutcome> {
  if (await isCancelled(world.out, job)) return 'cancelled';
  const open = await openJob(world.out, job);
  if (open === null) throw new TypeError(`${job}: chunk ${chunk} of a job that is not planned`);
  const task = taskOf(open, round, chunk);
  if (task.part === null) return solvePiece(world, open, task.piece);
  return solvePart(world, open, { round, piece: task.piece, part: task.part });
}

function taskOf({ job, plan }: OpenJob, round: number, chunk: number): ChunkTask {
  const task = tasksOf(plan, round)[chunk];
  if (task !== undefined) return task;
  throw new RangeError(`${job}: chunk: found number ${chunk} of round ${round}, which has no such`);
}

async function solvePiece(
  world: World,
  { job, manifest, plan }: OpenJob,
  number: number,
): Promise<ChunkOutcome> {
  const piece = plan.pieces[number] as PlannedPiece;
  const { missing } = coverOf(piece, await partsWithin(world.out, job, piece));
  if (missing.length === 0) return 'present';
  const bytes = await readUpload(world, manifest, piece);
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
interface RoundPart extends RoundPlace {
  readonly part: number;
}

async function solvePart(world: World, open: OpenJob, place: RoundPart): Promise<ChunkOutcome> {
  const { round, piece: number, part } = place;
  const key = jobKeys(open.job).roundPart(round, number, part);
  if ((await world.out.head(key)) !== null) return 'present';
  const split = await splitCase(world, open, number);
  const { c } = split;
  const { parts, solvePart: solve, partial } = split.game.split;
  const piece = open.plan.pieces[number] as PlannedPiece;
  const { wanted } = piece.rounds?.[round] ?? { wanted: 1 };
  const state = await stateBefore(world.out, open, split, place);
  const result = solve(c, state, parts(c, round, wanted)[part]);
  await writeSettled(world.out, key, partial.encode(result), { scratch: true });
  return 'solved';
}
