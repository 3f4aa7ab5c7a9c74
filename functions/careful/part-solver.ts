import { StorageError } from '../../io/stores/object-store.ts';
import { openStore } from '../../io/stores/open-store.ts';
import { openChunk, partOfRound, type World, writeRoundPart } from '../job/chunk-step.ts';
import { InputGoneError } from '../job/errors.ts';
import type { PlannedPiece } from '../job/manifest.ts';
import type { OpenJob } from '../job/open-job.ts';
import { type Solved, writePart } from '../job/part.ts';
import { solvedRange } from '../job/range-part.ts';
import { type PartOrder, plainError, type Reply } from './orders.ts';

/** Solves a part of a round or a range of a long file, from storage to storage. */
export async function solvePart({ event, stores }: PartOrder, now: () => number): Promise<Reply> {
  const world: World = {
    inbox: openStore(stores.inbox),
    out: openStore(stores.out),
    now,
    expired: () => false,
  };
  try {
    return await computePart(world, event);
  } catch (error) {
    return { kind: 'failed', error: plainError(error) };
  }
}

async function computePart(world: World, event: PartOrder['event']): Promise<Reply> {
  const { open, task } = await openChunk(world.out, event);
  if (task.part === null) return computeRange(world, open, task.piece);
  const place = { round: event.round, piece: task.piece, part: task.part ?? 0 };
  const compute = await partOfRound(world, open, place);
  if (compute === null) return { kind: 'solved', solved: [] };
  let body: Uint8Array;
  try {
    body = compute();
  } catch (error) {
    return { kind: 'bug', error: plainError(error) };
  }
  await writeRoundPart(world.out, event.job, place, body);
  return { kind: 'solved', solved: [] };
}

/** The bytes that it misses are loaded meanwhile, so what fails may be storage. */
async function computeRange(world: World, open: OpenJob, number: number): Promise<Reply> {
  const piece = open.plan.pieces[number] as PlannedPiece;
  let solved: Solved;
  try {
    solved = await solvedRange(world, open, piece);
  } catch (error) {
    if (error instanceof StorageError || error instanceof InputGoneError) throw error;
    return { kind: 'bug', error: plainError(error) };
  }
  await writePart(world.out, open.job, piece, [solved]);
  return { kind: 'solved', solved: [] };
}
