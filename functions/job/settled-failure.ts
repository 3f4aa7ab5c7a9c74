import { coverOf } from '../../core/pipeline/cover.ts';
import type { Chunk } from '../../core/pipeline/manifest.ts';
import type { Finding } from '../../core/text/errors.ts';
import { jobKeys } from '../../io/keys.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { Buckets } from './manifest.ts';
import type { OpenJob } from './open-job.ts';
import { partsByPiece } from './plan-step.ts';

/** `failure.json`: a job was given up, and what it had no results for then. */
export interface SettledFailure {
  readonly v: 1;
  readonly failure: Finding;
  readonly missing: readonly Chunk[];
}

/**
 * Settles why a job failed, and what counts as missing: the first one holds. A part that comes later, of
 * a function that was slow to die, must not stand in some results and be missing in others.
 */
export async function settleFailure(
  world: Buckets,
  { job, plan }: OpenJob,
  failure: Finding,
): Promise<void> {
  const parts = await partsByPiece(world, job, plan);
  const missing = plan.pieces.flatMap((piece, at) => coverOf(piece, parts[at] ?? []).missing);
  const settled: SettledFailure = { v: 1, failure, missing };
  await world.out.put(jobKeys(job).failure, JSON.stringify(settled), { once: true });
}

/** Null for a job that did not fail. */
export async function readFailure(out: ObjectStore, job: string): Promise<SettledFailure | null> {
  const object = await out.get(jobKeys(job).failure);
  if (object === null) return null;
  return JSON.parse(new TextDecoder().decode(object.body)) as SettledFailure;
}

/** The parts that count: those that were there when the job failed. */
export function withoutLate(
  parts: readonly Chunk[],
  settled: SettledFailure | null,
): readonly Chunk[] {
  if (settled === null) return parts;
  return parts.filter(
    (part) => !settled.missing.some(({ first, last }) => part.first <= last && first <= part.last),
  );
}
