import { echo } from '../../core/text/echo.ts';
import type { Finding } from '../../core/text/errors.ts';

/*
 * Errors of an instance that say nothing about its text: what happened to the one who was solving it.
 * Another run of the same instance may end otherwise.
 */

/** Rule of what a failed job has no result for. */
export const CHUNK_FAILED = 'job/chunk-failed';

const RULES = new Set(['deadline', 'worker-died', 'bug/internal', CHUNK_FAILED]);

/** Whether a second run may say something else, though nothing is wrong with either. */
export function isInfrastructure({ rule }: Finding): boolean {
  return RULES.has(rule);
}

/** Solving took longer than it may. */
export function deadlinePassed(milliseconds: number): Finding {
  return {
    rule: 'deadline',
    place: null,
    found: `a case that ran for more than ${milliseconds / 1000} s`,
    allowed: `${milliseconds / 1000} s a case`,
    hint: 'raise the limit with --time-limit',
  };
}

/** All cases of an instance together took longer than a function may, though none of them did. */
export function instanceTooLong(milliseconds: number): Finding {
  const seconds = Math.floor(milliseconds / 100) / 10;
  return {
    rule: 'deadline',
    place: null,
    found: `an instance whose cases ran for more than ${seconds} s in all`,
    allowed: `${seconds} s for all cases of an instance that is one line, however short each of them is`,
    hint: 'split it into several instances, or upload its text as a file of its own, which is cut between cases',
  };
}

/** The end of its worker, thread or process, came in the middle of the instance. */
export function workerDied(reason: string): Finding {
  return {
    rule: 'worker-died',
    place: null,
    found: `an instance that ended its worker: ${reason}`,
    allowed: 'an instance that fits in memory',
  };
}

/** How Node tells of a worker thread that is out of memory (ERR_WORKER_OUT_OF_MEMORY). */
export const OUT_OF_MEMORY =
  'Worker terminated due to reaching memory limit: JS heap out of memory';

/** A solver threw what is no finding about the input. */
export function internalError({ name, message }: Pick<Error, 'name' | 'message'>): Finding {
  const [firstLine = ''] = message.split('\n');
  return {
    rule: 'bug/internal',
    place: null,
    found: echo(`${name}: ${firstLine}`),
    allowed: 'a solver that answers',
    hint: 'please report this, with the instance',
  };
}
