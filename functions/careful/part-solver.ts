import { openStore } from '../../io/stores/open-store.ts';
import { openChunk, partOfRound, type World, writeRoundPart } from '../job/chunk-step.ts';
import { type PartOrder, plainError, type Reply } from './orders.ts';

/** Solves a part of a round, from storage to storage. */
export async function solvePart({ event, stores }: PartOrder): Promise<Reply> {
  const world: World = {
    inbox: openStore(stores.inbox),
    out: openStore(stores.out),
    now: () => performance.now(),
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
