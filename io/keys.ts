import { sha256 } from './hash.ts';

/** The only prefix that users write to, and that events come from. */
export const INBOX = 'inbox/';
/** Runs of a job, its results and its state. */
export const JOBS = 'jobs/';
/** One empty object for each upload that was taken on, so that a list tells which were. */
export const CLAIMS = 'cache/claims/';
/** One empty object for each job that is done. */
export const FINISHED = 'cache/done/';
export const SCHEDULES = 'schedules/';
/** Why uploads were refused. */
export const REJECTED = 'rejected/';

/** Whether a key is one that functions write. */
export function isOurs(key: string): boolean {
  return [JOBS, REJECTED, SCHEDULES, 'cache/'].some((prefix) => key.startsWith(prefix));
}

/** S3 allows 1,024 bytes; ours stay well below, and a longer name becomes its hash. */
const LONGEST_KEY = 900;

/**
 * Where everything of one job lies. `job` is its id, with `/g2` after it for a second generation. Each
 * name has one builder, here, and its inverse below.
 */
export function jobKeys(job: string) {
  const root = `${JOBS}${job}/`;
  return {
    root,
    manifest: `${root}manifest.json`,
    plan: `${root}plan.jsonl.gz`,
    cancel: `${root}CANCEL.json`,
    done: `${root}DONE.json`,
    cover: `${root}cover.json`,
    results: `${root}results.jsonl`,
    errors: `${root}errors.jsonl`,
    summaryCsv: `${root}summary.csv`,
    summaryParquet: `${root}summary.parquet`,
    summaryJson: `${root}summary.json`,
    parts: `${root}parts/`,
    part: (range: Range) => `${root}parts/${padded(range.first)}-${padded(range.last)}.jsonl.gz`,
    round: (round: number) => `${root}rounds/${round}/`,
    roundPart: (round: number, piece: number, part: number) =>
      `${root}rounds/${round}/${padded(piece)}-${padded(part)}`,
    state: (round: number, piece: number) => `${root}rounds/${round}/${padded(piece)}-state`,
    suspects: (round: number, chunk: number) => `${root}suspects/${round}/${padded(chunk)}/`,
    suspect: ({ round, chunk, unit, attempt }: Suspect) =>
      `${root}suspects/${round}/${padded(chunk)}/${padded(unit)}/${attempt}`,
    progress: `${root}progress/`,
    progressOf: (round: number) => `${root}progress/r${round}.json`,
    answers: `${root}answers/`,
    answer: (path: string) => shortened(`${root}answers/`, path),
  };
}

/** The first and the last index of what a part holds. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The range of a part by its key; null where the key is no part's. */
export function partRange(key: string): Range | null {
  const match = /\/parts\/(\d{9,})-(\d{9,})\.jsonl\.gz$/.exec(key);
  return match === null ? null : { first: Number(match[1]), last: Number(match[2]) };
}

/** The piece and the part of a partial result by its key; null where the key is none's. */
export function roundPartOf(key: string): { round: number; piece: number; part: number } | null {
  const match = /\/rounds\/(\d+)\/(\d{9,})-(\d{9,})$/.exec(key);
  if (match === null) return null;
  return { round: Number(match[1]), piece: Number(match[2]), part: Number(match[3]) };
}

/** What says that an attempt at a chunk has come to one of its units. */
export interface Suspect {
  readonly round: number;
  readonly chunk: number;
  /** Index of the instance or case; 0 for a part of a round. */
  readonly unit: number;
  /** Of the chunk, from 0. */
  readonly attempt: number;
}

/** What a note of a suspect says by its key; null where the key is none's. */
export function suspectOf(key: string): Suspect | null {
  const match = /\/suspects\/(\d+)\/(\d{9,})\/(\d{9,})\/(\d+)$/.exec(key);
  if (match === null) return null;
  const [round = 0, chunk = 0, unit = 0, attempt = 0] = match.slice(1).map(Number);
  return { round, chunk, unit, attempt };
}

/** The round of a progress object by its key; null where the key is none's. */
export function progressRound(key: string): number | null {
  const match = /\/progress\/r(\d+)\.json$/.exec(key);
  return match === null ? null : Number(match[1]);
}

/** Where the refusal of a whole upload is told; `bucket`, where it is not the one of the inbox. */
export function rejectedKey(uploadKey: string, bucket: string | null = null): string {
  const path = bucket === null ? uploadKey : `${bucket}/${uploadKey}`;
  return shortened(REJECTED, path, '.error.json');
}

export function scheduleKey(name: string): string {
  return `${SCHEDULES}${name}.json`;
}

/** The name of a schedule by its key; null where the key is none's. */
export function scheduleName(key: string): string | null {
  return /^schedules\/([^/]+)\.json$/.exec(key)?.[1] ?? null;
}

/** The prefix of all runs of a schedule; they stand in the order of their planned times. */
export function scheduleRuns(name: string): string {
  return `${SCHEDULES}${name}/runs/`;
}

/** `time`: the planned one, ISO 8601. */
export function scheduleRunKey(name: string, time: string): string {
  return `${scheduleRuns(name)}${time}.json`;
}

/** What marks that an upload became a job. `upload` is its hash. */
export function claimKey(upload: string, job: string): string {
  return `${CLAIMS}${upload}/${job}`;
}

/** Upload and job of a claim by its key. */
export function claimOf(key: string): { upload: string; job: string } | null {
  const match = /^cache\/claims\/([0-9a-f]{64})\/(.+)$/.exec(key);
  return match === null ? null : { upload: match[1] as string, job: match[2] as string };
}

export function finishedKey(job: string): string {
  return `${FINISHED}${job}`;
}

/** The path of an upload below the inbox. */
export function inboxPath(uploadKey: string): string {
  return uploadKey.slice(INBOX.length);
}

/** Nine digits, so that keys stand in the order of their numbers. */
function padded(number: number): string {
  return `${number}`.padStart(9, '0');
}

function shortened(prefix: string, path: string, suffix = ''): string {
  const key = prefix + path + suffix;
  if (Buffer.byteLength(key) <= LONGEST_KEY) return key;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(path)?.[0] ?? '';
  return `${prefix}long-name-${sha256(path)}${extension}${suffix}`;
}
