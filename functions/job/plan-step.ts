import { coverOf } from '../../core/pipeline/cover.ts';
import type { Chunk } from '../../core/pipeline/manifest.ts';
import { jobKeys, progressRound, roundPartOf } from '../../io/keys.ts';
import type { World } from './chunk-step.ts';
import { closeRound } from './close-round.ts';
import { RoundFailedError } from './errors.ts';
import { planUpload } from './make-plan.ts';
import { readManifest } from './manifest.ts';
import { isCancelled, type OpenJob, openJob, rememberJob } from './open-job.ts';
import { partsByPiece } from './piece-parts.ts';
import { settlePlan } from './plan-file.ts';
import { writeProgress } from './progress.ts';
import { roundsOf, tasksOf } from './tasks.ts';

/** What the state machine does next. */
export type Next =
  | {
      readonly next: 'round';
      readonly round: number;
      /** Numbers of the chunks that are missing. */
      readonly chunks: readonly number[];
      /** Cases, instances or parts that these chunks have no result for. */
      readonly left: number;
      /**
       * How often in a row chunks were handed out to no effect. From 1 on they are done with care, one
       * unit after another in a process of its own; it falls no lower in that round.
       */
      readonly stuck: number;
    }
  | { readonly next: 'merge' }
  | { readonly next: 'stop' };

/** The job, and what was answered the last time. */
export interface PlanEvent {
  readonly job: string;
  readonly plan?: Next;
}

/** Rounds without any progress, each with the retries of its chunks, until the job gives up. */
const MOST_STUCK = 2;

/**
 * Plans a job that has no plan; else finds what is missing of its round, and goes on to the next round
 * when nothing is. Looks at storage and counts nothing, so that it can be run again at any time.
 */
export async function planStep(world: World, { job, plan: before }: PlanEvent): Promise<Next> {
  if (await isCancelled(world.out, job)) return { next: 'stop' };
  if (await isSettled(world, job, before)) return { next: 'merge' };
  const open = (await openJob(world.out, job)) ?? (await planJob(world, job));
  const rounds = roundsOf(open.plan);
  const first = before?.next === 'round' ? before.round : await latestRound(world, job);
  for (let round = first; round < rounds; round++) {
    const missing = await missingChunks(world, open, round);
    const [first] = missing;
    if (first !== undefined) {
      const chunks = missing.map(({ chunk }) => chunk);
      const left = missing.reduce((sum, each) => sum + each.left, 0);
      await writeProgress(world.out, open, { round, rounds, missing: chunks.length });
      const stuck = stuckAt(job, before, { round, left, first: first.chunk });
      return { next: 'round', round, chunks, left, stuck };
    }
    await closeRound(world, open, round);
  }
  return { next: 'merge' };
}

/** Whether a job is done, or an execution before this one settled what its results are put together from. */
async function isSettled({ out }: World, job: string, before: Next | undefined): Promise<boolean> {
  const { done, cover } = jobKeys(job);
  if ((await out.head(done)) !== null) return true;
  return before === undefined && (await out.head(cover)) !== null;
}

async function planJob(world: World, job: string): Promise<OpenJob> {
  const manifest = await readManifest(world.out, job);
  const plan = await planUpload(world, manifest);
  return rememberJob(world.out, { job, manifest, plan: await settlePlan(world.out, job, plan) });
}

/** The round of the newest progress. */
async function latestRound({ out }: World, job: string): Promise<number> {
  let latest = 0;
  for await (const { key } of out.list(jobKeys(job).progress)) {
    latest = Math.max(latest, progressRound(key) ?? 0);
  }
  return latest;
}

/** A chunk that is to be done, and how many cases or instances of it. */
export interface MissingChunk {
  readonly chunk: number;
  readonly left: number;
}

/** The chunks of a round that are not done. */
export async function missingChunks(
  world: Pick<World, 'out'>,
  { job, plan }: Pick<OpenJob, 'job' | 'plan'>,
  round: number,
): Promise<MissingChunk[]> {
  const tasks = tasksOf(plan, round);
  const parts = await partsByPiece(world, job, plan);
  const finished = tasks.some(({ part }) => part !== null)
    ? await finishedParts(world, job, round)
    : new Set<string>();
  return tasks.flatMap(({ piece, part }, chunk) => {
    const { missing } = coverOf(plan.pieces[piece] as Chunk, parts[piece] ?? []);
    const left = missing.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    // A case that was given up in the middle of its rounds has its row already.
    const isDone = left === 0 || (part !== null && finished.has(`${piece} ${part}`));
    return isDone ? [] : [{ chunk, left: part === null ? left : 1 }];
  });
}

async function finishedParts(
  { out }: Pick<World, 'out'>,
  job: string,
  round: number,
): Promise<Set<string>> {
  const finished = new Set<string>();
  for await (const { key } of out.list(jobKeys(job).round(round))) {
    const place = roundPartOf(key);
    if (place !== null) finished.add(`${place.piece} ${place.part}`);
  }
  return finished;
}

/** Throws RoundFailedError where handing the same chunks out again brings nothing. */
function stuckAt(
  job: string,
  before: Next | undefined,
  { round, left, first }: { readonly round: number; readonly left: number; readonly first: number },
): number {
  if (before?.next !== 'round' || before.round !== round) return 0;
  if (before.left !== left) return Math.min(before.stuck, 1);
  const stuck = before.stuck + 1;
  if (stuck <= MOST_STUCK) return stuck;
  throw new RoundFailedError(
    `${job}: round ${round}: ${left} results are missing, and stayed so ${stuck} times; the first is of ` +
      `chunk ${first}, whose log has the reason`,
  );
}
