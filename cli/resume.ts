import { generationOf, nextGeneration } from '../functions/job/generation.ts';
import { jobState, setCancelled } from '../functions/job/job-state.ts';
import type { Manifest } from '../functions/job/manifest.ts';
import { readManifest } from '../functions/job/manifest.ts';
import { readPlan } from '../functions/job/plan-file.ts';
import { missingChunks } from '../functions/job/plan-step.ts';
import type { Context } from './context.ts';
import { EXIT } from './failures.ts';
import { onInterrupt } from './interrupt.ts';
import { findJob } from './job/generations.ts';
import { exitCodeOf, tellEnd, waitForJob } from './job/wait.ts';
import type { ResumeFlags } from './job-flags.ts';
import { counted } from './numbers.ts';
import { parseJob } from './store/address.ts';
import { openPlace, type Place, storeOf } from './store/place.ts';
import { writeError, writeOut } from './streams.ts';

/** What is to be worked on, and why. */
interface Resumed {
  readonly job: string;
  readonly reason: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** `nimbus resume JOB`: goes on with a job that was cancelled or left, or solves again what failed of one that is done. */
export default async function resume(
  this: Context,
  flags: ResumeFlags,
  name: string,
): Promise<void> {
  const address = parseJob(name);
  const place = await openPlace(storeOf(flags, address), flags, 'work');
  const release = onInterrupt(
    () => 'interrupted; what is finished is kept, resume again to go on',
    place.close,
  );
  try {
    const { newest } = await findJob(place, address);
    this.process.exitCode = await resumeJob(place, newest, flags);
  } finally {
    release();
    await place.close();
  }
}

async function resumeJob(place: Place, newest: string, flags: ResumeFlags): Promise<number> {
  const { out } = place.buckets;
  const { done } = await jobState(out, newest);
  const resumed =
    done === null ? await goOn(place, newest) : await againAfterDone(place, newest, flags);
  if (resumed === null) {
    if (flags.json) writeOut(`${JSON.stringify({ v: 1, job: newest, resumed: false })}\n`);
    if (!flags.quiet) writeError(`${nothingLine(place, newest, flags)}\n`);
    return EXIT.ok;
  }
  const { job, reason, counts } = resumed;
  const manifest = await readManifest(out, job);
  const started = await start(place, manifest);
  if (!flags.json) writeOut(`${job}\n`);
  if (!flags.quiet) writeError(`${reason} · ${started}\n`);
  const waits = flags.wait === true || place.worker === 'here';
  const report = waits ? await waitForJob(place, { job, upload: null }, flags) : null;
  if (flags.json)
    writeOut(`${JSON.stringify({ v: 1, job, resumed: true, ...counts, result: report })}\n`);
  if (report === null) return EXIT.ok;
  if (!flags.quiet) await tellEnd(place, report);
  return exitCodeOf(report, manifest.options.tolerate);
}

/** A job that is not done: takes back that it was called off, and counts what is missing. */
async function goOn(place: Place, job: string): Promise<Resumed> {
  const { out } = place.buckets;
  const { state, progress } = await jobState(out, job);
  if (state === 'cancelled') await setCancelled(out, job, false);
  const plan = await readPlan(out, job);
  const before = state === 'cancelled' ? 'was cancelled' : 'was not done';
  if (plan === null) return { job, reason: `${job} ${before}: nothing planned yet`, counts: {} };
  const round = progress?.round ?? 0;
  const missing = (await missingChunks({ out }, { job, plan }, round)).length;
  const kept = (progress?.chunks ?? missing) - missing;
  const reason = `${job} ${before}: in round ${round + 1}, ${counted(missing, 'chunk')} missing, ${counted(kept, 'chunk')} kept`;
  return { job, reason, counts: { round: round + 1, missing, kept } };
}

/** A job that is done stays as it is; what is solved again is its next generation. */
async function againAfterDone(
  place: Place,
  job: string,
  { failedOnly }: ResumeFlags,
): Promise<Resumed | null> {
  const next = await nextGeneration(
    place.buckets.out,
    job,
    failedOnly ? 'failed' : 'infrastructure',
  );
  if (next === null) return null;
  const { kept, pieces } = next;
  const what = failedOnly ? 'had errors' : 'was given up in part';
  const { generation } = generationOf(next.job);
  const reason = `${job} ${what}: generation ${generation} takes over ${counted(kept, 'part')} and solves ${counted(pieces, 'chunk')} again`;
  return { job: next.job, reason, counts: { kept, missing: pieces } };
}

async function start(place: Place, { job, machine }: Manifest): Promise<string> {
  const machines = await place.machine(machine);
  if (machines === null) return 'the sweeper of the stack goes on with it within the hour';
  return (await machines.restart(job)) === 'restarted' ? 'started' : 'it is at work already';
}

function nothingLine({ command }: Place, job: string, { failedOnly }: ResumeFlags): string {
  return failedOnly
    ? `${job} is done, and has no errors`
    : `${job} is done; to solve instances with errors again: ${command(`resume ${job} --failed-only`)}`;
}
