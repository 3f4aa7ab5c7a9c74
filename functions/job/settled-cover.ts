import { coverOf } from '../../core/pipeline/cover.ts';
import type { Chunk } from '../../core/pipeline/manifest.ts';
import { type Finding, InvariantError } from '../../core/text/errors.ts';
import { jobKeys } from '../../io/keys.ts';
import { readJson } from '../../io/stores/read-json.ts';
import type { Buckets } from './manifest.ts';
import type { OpenJob } from './open-job.ts';
import { partsByPiece } from './piece-parts.ts';

/** `cover.json`: what the results of a job are put together from, and why it failed, if it did. */
export interface SettledCover {
  readonly v: 1;
  /** Null where nothing is missing. */
  readonly failure: Finding | null;
  /** Parts that hold the results, in the order of their indices; what is between them is missing. */
  readonly parts: readonly Chunk[];
}

/** A cover, and whether an earlier attempt settled it, which may have written results by it. */
export interface CoverAtHand {
  readonly cover: SettledCover;
  readonly isEarlier: boolean;
}

/**
 * Settles from which parts the results of a job are put together: the first one holds for every attempt.
 * A part that comes later, of a function that was slow to die, must not stand in some results and be
 * missing in others. Without a failure, a missing part is an error.
 */
export async function settleCover(
  { out }: Pick<Buckets, 'out'>,
  { job, plan }: OpenJob,
  failure: Finding | null,
): Promise<CoverAtHand> {
  const there = await partsByPiece({ out }, job, plan);
  const covers = plan.pieces.map((piece, at) => coverOf(piece, there[at] ?? []));
  const lost = covers.find(({ missing }) => missing.length > 0)?.missing[0];
  if (failure === null && lost !== undefined) {
    const earlier = await readJson<SettledCover>(out, jobKeys(job).cover);
    if (earlier !== null) return { cover: earlier, isEarlier: true };
    throw new InvariantError(`${job}: merge: found no results of ${lost.first} to ${lost.last}`);
  }
  const parts = covers.flatMap(({ present }) => present);
  const own: SettledCover = { v: 1, failure, parts };
  const put = await out.put(jobKeys(job).cover, JSON.stringify(own), { once: true });
  const settled = put === 'written' ? own : await readJson<SettledCover>(out, jobKeys(job).cover);
  return { cover: settled ?? own, isEarlier: put === 'present' };
}
