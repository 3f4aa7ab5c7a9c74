import { jobKeys } from '../../io/keys.ts';
import { StorageError } from '../../io/stores/object-store.ts';
import { readPiece } from '../job/archive-pack.ts';
import { type ChunkEvent, type ChunkOutcome, missingOf, openChunk } from '../job/chunk-step.ts';
import type { PlannedPiece } from '../job/manifest.ts';
import { missingResults } from '../job/missing-results.ts';
import { isCancelled, type OpenJob } from '../job/open-job.ts';
import { type Solved, writePart } from '../job/part.ts';
import { isRanged } from '../job/ranged-upload.ts';
import { Attempt, type CarefulWorld, type Verdict } from './attempt.ts';
import { Finished } from './finished.ts';
import { Isolated, IsolationError } from './isolated.ts';
import type { PieceData } from './orders.ts';
import { Suspects } from './suspects.ts';
import { unitsWithin } from './units.ts';

/** The sources, or the bundle beside that of the function. */
const SOLVER = new URL(
  import.meta.url.endsWith('.ts') ? './solver.ts' : './careful.mjs',
  import.meta.url,
);

/** Of the function's memory; the rest is for the function itself. */
const SHARE = 0.85;
const MEGABYTE = 1024 * 1024;

/**
 * Does one chunk, or what is missing of it, after attempts without care came to nothing: each instance
 * or case, or the part of a round, by itself in another process. One that ends its process gets an error
 * row in place of its result, and the others are solved. Throws what is no fault of a unit.
 */
export async function carefulStep(world: CarefulWorld, event: ChunkEvent): Promise<ChunkOutcome> {
  const { out, megabytes, module = SOLVER } = world;
  if (await isCancelled(out, event.job)) return 'cancelled';
  const { open, task } = await openChunk(out, event);
  const piece = open.plan.pieces[task.piece] as PlannedPiece;
  const isWhole = task.part === null && !isRanged(open);
  const units = isWhole ? piece : ONLY;
  const suspects = await Suspects.read({ out, event, units, now: world.now });
  const isolated = new Isolated({ module, bytes: Math.floor(megabytes * SHARE) * MEGABYTE });
  const care: Care = { world, open, piece, attempt: new Attempt(world, suspects, isolated) };
  try {
    const outcome = isWhole ? await solvePiece(care) : await solvePart(care, event);
    if (outcome === 'unfinished') await suspects.leave();
    return outcome;
  } catch (error) {
    // Where storage fails, this may fail as well, and the first error is the one to tell.
    if (isNoFault(error)) await suspects.leave().catch(() => undefined);
    throw error;
  } finally {
    await isolated.end();
  }
}

/** Whether an error has nothing to do with the unit that was under way. */
function isNoFault(error: unknown): boolean {
  return error instanceof StorageError || error instanceof IsolationError;
}

/** A part of a round is the only unit of its chunk, and so is a range of a long file. */
const ONLY = { first: 0, last: 0 };

/** A chunk at work. */
interface Care {
  readonly world: CarefulWorld;
  readonly open: OpenJob;
  readonly piece: PlannedPiece;
  readonly attempt: Attempt;
}

async function solvePiece(care: Care): Promise<ChunkOutcome> {
  const { world, open, piece, attempt } = care;
  const { job, manifest, plan } = open;
  const missing = await missingOf(world.out, job, piece);
  const [firstMissing] = missing;
  if (firstMissing === undefined) return 'present';
  const bytes = await readPiece(world, manifest, piece);
  const work: PieceData = { manifest, game: plan.header.game, piece, bytes };
  const options = { out: world.out, job, kind: manifest.kind, now: world.now };
  let finished = new Finished(firstMissing, options);
  for (const { range, ...unit } of unitsWithin(missing, work)) {
    if (range !== finished.range) {
      await finished.write();
      finished = new Finished(range, options);
    }
    await finished.writeInTime();
    const verdict = await attempt.solveUnit(unit);
    // Errors stand apart from what is finished, for those who try only these again.
    if (verdict === null || 'error' in verdict) await finished.write();
    if (verdict === null) return 'unfinished';
    finished.add(
      unit.index,
      await resultsOf(care, { ...unit.work.piece, ...only(unit.index) }, verdict),
    );
    if ('error' in verdict) await finished.write();
  }
  await finished.write();
  return 'solved';
}

function only(index: number) {
  return { first: index, last: index };
}

/**
 * A part of a round cannot be taken apart: where it has no result, its case has none. Nor can a range of
 * a long file, of which nobody knows before how many cases it has.
 */
async function solvePart(care: Care, event: ChunkEvent): Promise<ChunkOutcome> {
  const { world, open, piece, attempt } = care;
  if ((await world.out.head(jobKeys(open.job).part(piece))) !== null) return 'present';
  const verdict = await attempt.solveOnly({ event, stores: world.stores });
  if (verdict === null) return 'unfinished';
  if ('error' in verdict) {
    await writePart(world.out, open.job, piece, await resultsOf(care, piece, verdict));
  }
  return 'solved';
}

/** The results of a unit, or its error row. */
async function resultsOf(
  { world, open }: Care,
  unit: PlannedPiece,
  verdict: Verdict,
): Promise<readonly Solved[]> {
  if ('solved' in verdict) return verdict.solved;
  world.lost(unit.first, verdict.error);
  return missingResults(world, open, { piece: unit, range: unit, failure: verdict.error });
}
