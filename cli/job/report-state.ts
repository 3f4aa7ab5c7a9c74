import type { JobState } from '../../functions/job/job-state.ts';
import { counted, duration, grouped } from '../numbers.ts';
import { type Forecast, Pace } from './forecast.ts';
import type { Sight } from './watch.ts';

/** What `status` tells of a job; the JSON document has the same fields. */
export interface StateReport {
  readonly v: 1;
  readonly job: string;
  readonly state: JobState['state'];
  readonly file: string | null;
  /** From 1; null before the plan and after the end. */
  readonly round: number | null;
  readonly rounds: number | null;
  readonly chunks: { readonly done: number; readonly all: number } | null;
  readonly first_open_chunk: number | null;
  /** From 0 to 1. */
  readonly share: number | null;
  readonly chunks_per_second: number | null;
  readonly ms_left: Forecast | null;
  readonly instances: number | null;
  readonly cases: number | null;
  readonly solved: number | null;
  readonly errors: number | null;
  readonly disagreements: number | null;
  readonly differing: number | null;
  readonly cause: string | null;
  readonly created: string | null;
  /** When the newest round was handed out. */
  readonly handed_out: string | null;
}

/** A report of what is stored, as one look tells it. */
export function reportOf(state: JobState, at: number): StateReport {
  const pace = new Pace();
  const { manifest, progress } = state;
  if (manifest !== null) pace.add({ done: 0, at: Date.parse(manifest.created) });
  if (progress === null) return reportOfSight({ state, chunks: null, at }, pace);
  const { allChunks: all, chunksBefore, chunks, missing } = progress;
  const done = chunksBefore + chunks - missing;
  pace.add({ done, at: Date.parse(progress.at) });
  return reportOfSight({ state, chunks: { all, done, firstOpen: null }, at }, pace);
}

/** A report of one of many looks, whose samples are in `pace`. */
export function reportOfSight({ state: of, chunks, at }: Sight, pace: Pace): StateReport {
  const { job, state, manifest, progress, done } = of;
  const isOpen = state === 'running';
  const all = chunks?.all ?? 0;
  return {
    v: 1,
    job,
    state,
    file: manifest?.file ?? null,
    round: progress === null ? null : progress.round + 1,
    rounds: progress?.rounds ?? null,
    chunks: chunks === null ? null : { done: chunks.done, all },
    first_open_chunk: chunks?.firstOpen ?? null,
    share: done !== null ? 1 : chunks === null ? null : all === 0 ? 1 : chunks.done / all,
    chunks_per_second: isOpen ? pace.perSecond() : null,
    ms_left: isOpen ? pace.forecast(all, at) : null,
    instances: done?.counts.instances ?? progress?.instances ?? null,
    cases: done?.counts.cases ?? progress?.cases ?? null,
    solved: done?.counts.solved ?? null,
    errors: done?.counts.errors ?? null,
    disagreements: done?.counts.disagreements ?? null,
    differing: done?.counts.differing ?? null,
    cause: done?.cause ?? null,
    created: manifest?.created ?? null,
    handed_out: progress?.at ?? null,
  };
}

/** A report as lines of a name and a value, for people. */
export function stateLines(report: StateReport): string {
  const { job, state, file, round, rounds, chunks, cause } = report;
  const facts: readonly (readonly [string, string | null])[] = [
    ['job', job],
    ['state', round === null ? state : `${state}, round ${round} of ${rounds}`],
    ['upload', file],
    ['chunks', chunks === null ? null : chunkText(report)],
    ['speed', speedText(report)],
    ['left', leftText(report)],
    ['result', resultText(report)],
    ['cause', cause],
  ];
  return facts
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(8)}${value}\n`)
    .join('');
}

/** A report in one line. */
export function stateLine(report: StateReport): string {
  const { state, round, rounds, chunks } = report;
  const parts = [
    round === null || rounds === 1 ? state : `${state}, round ${round} of ${rounds}`,
    chunks === null ? null : `${chunkText(report)} chunks`,
    speedText(report),
    leftText(report) === null ? null : `${leftText(report)} left`,
    resultText(report),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function chunkText({ chunks, share, first_open_chunk: open }: StateReport): string {
  const { done, all } = chunks ?? { done: 0, all: 0 };
  const text = `${grouped(done)} of ${grouped(all)} (${Math.floor((share ?? 0) * 100)} %)`;
  return open === null ? text : `${text}, first open ${open}`;
}

function speedText({ chunks_per_second: speed }: StateReport): string | null {
  if (speed === null) return null;
  return speed >= 1 ? `${speed.toFixed(1)} chunks/s` : `${(speed * 60).toFixed(1)} chunks/min`;
}

function leftText({ ms_left: left }: StateReport): string | null {
  if (left === null) return null;
  // What was handed out last is behind its forecast: nobody knows.
  if (left.low === 0) return null;
  const [low, high] = [duration(left.low), duration(left.high)];
  return low === high ? `about ${low}` : `${low} to ${high}`;
}

function resultText({ cases, solved, errors, differing }: StateReport): string | null {
  if (cases === null || solved === null) return null;
  const differ = differing ? `, ${grouped(differing)} differ` : '';
  return `${counted(cases, 'case')}: ${grouped(solved)} solved, ${counted(errors ?? 0, 'error')}${differ}`;
}
