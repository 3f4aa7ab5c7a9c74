import { SPOT_BYTES } from './chunk-size.ts';
import { chunkStep, type World } from './chunk-step.ts';
import { InputGoneError } from './errors.ts';
import { failStep } from './fail-step.ts';
import type { Manifest } from './manifest.ts';
import { mergeStep } from './merge-step.ts';
import type { JobSettings } from './new-manifest.ts';
import { openJob } from './open-job.ts';
import { type Next, planStep } from './plan-step.ts';
import { type Announced, type Taken, takeUpload } from './take-upload.ts';

/** Where a large job goes. */
export interface Machine {
  /** Starts a job; does nothing where it runs or has run already. */
  readonly start: (job: string) => Promise<void>;
}

export interface IngestSettings extends JobSettings {
  /** Estimated work, in seconds of one core, below which a job is solved on the spot. */
  readonly spotSeconds: number;
}

/**
 * What became of an upload: solved on the spot, cancelled meanwhile, failed as it was gone, handed to the
 * state machine, or none of it.
 */
export type Ingested =
  | Exclude<Taken, { kind: 'job' }>
  | {
      readonly kind: 'solved' | 'cancelled' | 'failed' | 'started';
      readonly job: string;
      readonly isOther: boolean;
    };

/** Takes an upload on and solves it here, if it is small, or starts the state machine. */
export async function ingestStep(
  world: World,
  machine: Machine,
  announced: Announced,
  settings: IngestSettings,
): Promise<Ingested> {
  const taken = await takeUpload(world, announced, settings);
  if (taken.kind !== 'job') return taken;
  const { job, isOther } = taken;
  try {
    const planned = await planIfSmall(world, taken.manifest, settings);
    const kind = planned === null ? 'unfinished' : await solveHere(world, job, planned);
    if (kind !== 'unfinished') return { kind, job, isOther };
  } catch (error) {
    if (!(error instanceof InputGoneError)) throw error;
    // Taken on and gone: to try again would refuse an upload that has a job.
    await failStep(world, { job, error: { Error: error.name, Cause: error.message } });
    return { kind: 'failed', job, isOther };
  }
  await machine.start(job);
  return { kind: 'started', job, isOther };
}

/** What there is to do of a small job; null for one that is not to be solved here. */
async function planIfSmall(
  world: World,
  { job, upload }: Manifest,
  { spotSeconds }: IngestSettings,
): Promise<Next | null> {
  if (upload.size > SPOT_BYTES || spotSeconds <= 0) return null;
  const next = await planStep(world, { job });
  const open = await openJob(world.out, job);
  const isSmall = open !== null && open.plan.header.milliseconds <= spotSeconds * 1000;
  return isSmall ? next : null;
}

/**
 * The whole of a job, step by step, as the state machine does it. `unfinished` where the time was over
 * before; what is finished by then is there for who goes on.
 */
export async function solveHere(
  world: World,
  job: string,
  planned?: Next,
): Promise<'solved' | 'cancelled' | 'unfinished'> {
  let next = planned ?? (await planStep(world, { job }));
  while (next.next === 'round') {
    const { round } = next;
    for (const chunk of next.chunks) {
      if (world.expired()) return 'unfinished';
      await chunkStep(world, { job, round, chunk });
    }
    next = await planStep(world, { job, plan: next });
  }
  if (next.next === 'stop') return 'cancelled';
  await mergeStep(world, { job });
  return 'solved';
}
