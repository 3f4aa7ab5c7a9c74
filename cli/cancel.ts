import { createInterface } from 'node:readline/promises';
import { jobState, setCancelled } from '../functions/job/job-state.ts';
import type { Context } from './context.ts';
import { EXIT, UsageError } from './failures.ts';
import { findJob } from './job/generations.ts';
import type { CancelFlags } from './job-flags.ts';
import { parseJob } from './store/address.ts';
import { openPlace, type Place, storeOf } from './store/place.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus cancel JOB`: calls a job off. What is finished of it is kept, and `resume` goes on from there. */
export default async function cancel(
  this: Context,
  flags: CancelFlags,
  name: string,
): Promise<void> {
  const address = parseJob(name);
  if (!(flags.yes ?? (await isConfirmed(name)))) {
    writeError('not cancelled\n');
    this.process.exitCode = EXIT.stopped;
    return;
  }
  const place = await openPlace(storeOf(flags, address), flags, 'storage');
  try {
    const { newest } = await findJob(place, address);
    const wasOpen = await cancelJob(place, newest);
    if (flags.json) writeOut(`${JSON.stringify({ v: 1, job: newest, cancelled: wasOpen })}\n`);
    else if (!flags.quiet) {
      const line = wasOpen
        ? `${newest} is cancelled; what is finished is kept, go on with: ${place.command(`resume ${newest}`)}`
        : `${newest} is done already, and stays so`;
      writeError(`${line}\n`);
    }
  } finally {
    await place.close();
  }
}

/** False where the job is done already. */
async function cancelJob(place: Place, job: string): Promise<boolean> {
  const { out } = place.buckets;
  const { done, manifest } = await jobState(out, job);
  if (done !== null) return false;
  await setCancelled(out, job, true);
  // Functions look for the object above anyway; to end the execution only spares them the way to it.
  const machine = await place.machine(manifest?.machine);
  await machine?.stop(job);
  return true;
}

async function isConfirmed(job: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError('cancel: found no terminal to ask on, allowed --yes without one');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`Cancel ${job}? [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
