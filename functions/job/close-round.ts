import pMap from 'p-map';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { World } from './chunk-step.ts';
import type { PlannedPiece } from './manifest.ts';
import type { OpenJob } from './open-job.ts';
import { readSettled, writePart, writeSettled } from './part.ts';
import { solveFile, solveWhole } from './solve-piece.ts';
import {
  type RoundPlace,
  type SplitCase,
  splitCase,
  splitOf,
  stateBefore,
  tableOf,
} from './split-case.ts';
import { splitPieces } from './tasks.ts';

/** Requests at once. */
const CONCURRENCY = 16;

/**
 * Merges the parts of a finished round of each case that is solved in rounds: into the state that the
 * next round starts from, or, after the last round, into its answer.
 */
export async function closeRound(world: World, open: OpenJob, round: number): Promise<void> {
  for (const [number, piece] of splitPieces(open.plan)) {
    const size = piece.rounds?.[round];
    if (size === undefined) continue;
    const keys = jobKeys(open.job);
    // Answered, or given up in the middle of its rounds.
    if ((await world.out.head(keys.part(piece))) !== null) continue;
    const isLast = round + 1 === piece.rounds?.length;
    const key = keys.state(round, number);
    // The parts of a table are what the next round starts from.
    if (!isLast && (size.of !== undefined || (await world.out.head(key)) !== null)) continue;
    const split = await splitCase(world, open, number);
    const table = tableOf(world.out, open, split, number);
    if (table !== null) {
      await writeAnswer(world, open, piece, answered(split, await table.finish()));
      continue;
    }
    const place = { round, piece: number };
    const state = await stateAfter(world.out, open, split, { ...place, parts: size.parts });
    const { finish, state: binary } = splitOf(split);
    const answer = answered(split, () => finish(split.c, state));
    if (isLast) await writeAnswer(world, open, piece, answer);
    else await writeSettled(world.out, key, binary.encode(state), { scratch: true });
  }
}

/** A whole round: how many parts it has. */
interface WholeRound extends RoundPlace {
  readonly parts: number;
}

async function stateAfter(
  out: ObjectStore,
  open: OpenJob,
  split: SplitCase,
  { round, piece, parts }: WholeRound,
): Promise<unknown> {
  const { partial, merge } = splitOf(split);
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const read = async (part: number) => {
    const key = jobKeys(open.job).roundPart(round, piece, part);
    return partial.decode(await readSettled(out, key));
  };
  const partials = await pMap(numbers, read, { concurrency: CONCURRENCY });
  return merge(split.c, await stateBefore(out, open, split, { round, piece }), partials);
}

/** A case, with a solver that has its parts already. */
function answered(split: SplitCase, solve: () => unknown): SplitCase {
  return { ...split, game: { ...split.game, solve } };
}

/** As if the case had been solved whole. */
async function writeAnswer(
  { out, now }: World,
  { job, manifest }: OpenJob,
  piece: PlannedPiece,
  { game, c, instance }: SplitCase,
): Promise<void> {
  const solved =
    instance === null
      ? solveFile(game, c, now)
      : solveWhole(game, instance, manifest.options, { now });
  await writePart(out, job, piece, [solved]);
}
