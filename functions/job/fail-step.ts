import { echo } from '../../core/text/echo.ts';
import type { Finding } from '../../core/text/errors.ts';
import { jobKeys } from '../../io/keys.ts';
import { CHUNK_FAILED } from '../../io/results/infrastructure.ts';
import type { World } from './chunk-step.ts';
import { markFinished, writeFailure } from './done.ts';
import { writeResults } from './merge-step.ts';
import { openAnyJob } from './open-job.ts';

/** The state machine gave a job up. `Cause` is what Lambda says of an error: JSON, mostly. */
export interface FailEvent {
  readonly job: string;
  readonly error: { readonly Error: string; readonly Cause: string };
}

/**
 * Ends a job that failed for good: what is finished keeps its results, everything else gets an error row
 * with the cause, so that each instance of an upload has a row. `nimbus resume` tries those again.
 */
export async function failStep(world: World, { job, error }: FailEvent): Promise<void> {
  const { out } = world;
  if ((await out.head(jobKeys(job).done)) !== null) return markFinished(out, job);
  const failure: Finding = {
    rule: CHUNK_FAILED,
    place: null,
    found: `${echo(error.Error)}: ${echo(messageOf(error.Cause))}`,
    allowed: 'a chunk that comes to its end',
    hint: hintAfter(error.Error, job),
  };
  const open = await openAnyJob(out, job);
  // Nobody knows how many instances a job without a plan has.
  if (open === null) return writeFailure(out, job, failure.found);
  await writeResults(world, open, failure);
}

/** The solvers of today leave a job of former ones alone, however often it is resumed. */
function hintAfter(error: string, job: string): string {
  return error === 'VersionError'
    ? 'upload the file again: the solvers are others than those that began'
    : `try what is missing again: nimbus resume ${job}`;
}

function messageOf(cause: string): string {
  try {
    return (JSON.parse(cause) as { errorMessage?: string }).errorMessage ?? cause;
  } catch {
    return cause;
  }
}
