import { echo } from '../core/text/echo.ts';
import { generationOf } from '../functions/job/generation.ts';
import { jobState } from '../functions/job/job-state.ts';
import type { Context } from './context.ts';
import { onInterrupt } from './interrupt.ts';
import { Pace } from './job/forecast.ts';
import { findJob } from './job/generations.ts';
import { listJobs } from './job/list-jobs.ts';
import {
  reportOf,
  reportOfSight,
  type StateReport,
  stateLine,
  stateLines,
} from './job/report-state.ts';
import { firstErrors } from './job/wait.ts';
import { watchJob } from './job/watch.ts';
import type { StatusFlags } from './job-flags.ts';
import { counted } from './numbers.ts';
import { parseJob } from './store/address.ts';
import { openPlace, type Place, storeOf } from './store/place.ts';
import { writeError, writeOut } from './streams.ts';
import { table } from './table.ts';

/** `nimbus status [JOB]`: how far a job is, from what is stored of it; without JOB the list of jobs. */
export default async function status(
  this: Context,
  flags: StatusFlags,
  name?: string,
): Promise<void> {
  const address = name === undefined ? undefined : parseJob(name);
  const place = await openPlace(storeOf(flags, address), flags, 'storage');
  try {
    if (address === undefined) return await list(place, flags);
    const { shown, newest } = await findJob(place, address);
    if (flags.watch) return await watch(place, newest, flags);
    const report = reportOf(await jobState(place.buckets.out, shown), Date.now());
    if (flags.json) writeOut(`${JSON.stringify({ ...report, newest })}\n`);
    else await tell(place, report, newest);
  } finally {
    await place.close();
  }
}

async function tell(place: Place, report: StateReport, newest: string): Promise<void> {
  const { job, errors, state } = report;
  writeOut(stateLines(report));
  const lines = [...(await firstErrors(place.buckets.out, job, errors ?? 0))];
  if (newest !== job) {
    const { generation } = generationOf(newest);
    lines.push(
      `generation ${generation} is not done yet, see: ${place.command(`status ${newest}`)}`,
    );
  }
  const isIdle = place.worker === 'nobody' && (state === 'running' || state === 'planned');
  if (isIdle) lines.push(`nobody is at work on it; go on with: ${place.command(`resume ${job}`)}`);
  writeError(lines.map((line) => `${line}\n`).join(''));
}

/** Milliseconds between two looks at the most, and between two lines that tell nothing new. */
const LONGEST_POLL = 2_000;
const LINE_EVERY = 10_000;

/** A line where something is new, with the time, since lines end up in logs. */
async function watch(place: Place, job: string, { json }: StatusFlags): Promise<void> {
  const release = onInterrupt(() => 'stopped watching; the job is not touched', place.close);
  const pace = new Pace();
  let told = '';
  let toldAt = 0;
  try {
    for await (const sight of watchJob(place.buckets.out, job, LONGEST_POLL)) {
      if (sight.chunks !== null) pace.add({ done: sight.chunks.done, at: sight.at });
      const report = reportOfSight(sight, pace);
      const { state, round, chunks } = report;
      const news = JSON.stringify([state, round, chunks]);
      if (news === told && sight.at - toldAt < LINE_EVERY) continue;
      told = news;
      toldAt = sight.at;
      const t = new Date(sight.at).toISOString();
      writeOut(
        json
          ? `${JSON.stringify({ t, type: 'status', ...report })}\n`
          : `${t} ${stateLine(report)}\n`,
      );
      if (place.worker === 'nobody') return;
    }
  } finally {
    release();
  }
}

async function list(place: Place, { all, json, plain, quiet }: StatusFlags): Promise<void> {
  const { jobs, more } = await listJobs(place.buckets.out, all === true);
  if (json) {
    writeOut(`${JSON.stringify({ v: 1, jobs, more })}\n`);
    return;
  }
  const rows = jobs.map(({ job, state, file, cases, errors, taken_on: time }) => {
    const result =
      cases === null ? '' : `${counted(cases, 'case')}, ${counted(errors ?? 0, 'error')}`;
    return [job, echo(file ?? ''), state, result, time];
  });
  const heading = ['job', 'upload', 'state', 'result', 'taken on'];
  writeOut(table(heading, rows, { plain: plain ?? false, color: false }));
  if (more > 0 && !quiet)
    writeError(`and ${more} older ones, see: ${place.command('status --all')}\n`);
}
