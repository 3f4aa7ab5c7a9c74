import { coverOf } from '../../core/pipeline/cover.ts';
import { chunkStep, type World } from '../../functions/job/chunk-step.ts';
import { type IngestSettings, ingestStep } from '../../functions/job/ingest-step.ts';
import { mergeStep } from '../../functions/job/merge-step.ts';
import { openAnyJob } from '../../functions/job/open-job.ts';
import { partsByPiece } from '../../functions/job/piece-parts.ts';
import { type Next, planStep } from '../../functions/job/plan-step.ts';
import { sha256 } from '../../io/hash.ts';
import { FINISHED, jobKeys } from '../../io/keys.ts';
import { doneOf, ON_THE_SPOT, rowsOf, treeOf } from './jobs.ts';

/** Each function that is called gets a world of its own. */
export type Worlds = () => World;

/** A job as the state machine runs it, step by step, on other functions each time. */
export async function drive(worlds: Worlds, job: string): Promise<void> {
  let next: Next = await planStep(worlds(), { job });
  while (next.next === 'round') {
    const { round } = next;
    for (const chunk of next.chunks) await chunkStep(worlds(), { job, round, chunk });
    next = await planStep(worlds(), { job, plan: next });
  }
  if (next.next === 'merge') await mergeStep(worlds(), { job });
}

/** An upload, and how its job is cut and where it runs. */
export interface Subject {
  readonly name: string;
  readonly key: string;
  readonly text: string | Uint8Array;
  readonly chunkSeconds: number;
}

/** Infinity: by the function that hears of an upload; 0: by the state machine. */
export type SpotSeconds = IngestSettings['spotSeconds'];

/** Announces an upload once, and has its job solved. */
export async function announceAndSolve(
  worlds: Worlds,
  { key, chunkSeconds }: Subject,
  spotSeconds: SpotSeconds,
): Promise<string> {
  const machine = { start: (job: string) => drive(worlds, job) };
  const settings = { ...ON_THE_SPOT, chunkSeconds, spotSeconds };
  const announced = { bucket: 'in', key, version: null };
  const ingested = await ingestStep(worlds(), machine, announced, settings);
  return 'job' in ingested ? ingested.job : ingested.kind;
}

/**
 * Everything about a finished job that has to be the same however it came about; and beside it what is
 * wrong with it by itself.
 */
export async function resultsOf(world: World, job: string) {
  const { status, counts } = await doneOf(world, job);
  const [tree, rows] = [await treeOf(world, job), await rowsOf(world, job)];
  return { status, counts, tree, rows, wrong: await wrongIn(world, job) };
}

/** Objects that DONE.json names and that are not there with that hash; marks and parts that are not as they should be. */
async function wrongIn(world: World, job: string): Promise<string[]> {
  const { out } = world;
  const wrong: string[] = [];
  for (const { name, sha256: hash, bytes } of (await doneOf(world, job)).files) {
    const object = await out.get(jobKeys(job).root + name);
    if (object === null || sha256(object.body) !== hash || object.size !== bytes) wrong.push(name);
  }
  if ((await out.head(FINISHED + job)) === null) wrong.push('no mark that it is done');
  return [...wrong, ...(await gapsIn(world, job))];
}

async function gapsIn(world: World, job: string): Promise<string[]> {
  const open = await openAnyJob(world.out, job);
  if (open === null) return ['no plan'];
  const parts = await partsByPiece(world, job, open.plan);
  const missing = open.plan.pieces.flatMap((piece, at) => coverOf(piece, parts[at] ?? []).missing);
  return missing.map(({ first, last }) => `no results of ${first} to ${last}`);
}
