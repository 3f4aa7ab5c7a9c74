import { DISAGREEMENT, type Finding } from '../../core/text/errors.ts';
import { sha256 } from '../../io/hash.ts';
import { finishedKey, jobKeys } from '../../io/keys.ts';
import { differs } from '../../io/results/differing.ts';
import type { Row } from '../../io/results/row.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { OpenJob } from './open-job.ts';
import type { Written } from './sink.ts';

/** What a job came to, counted anew from its rows. */
export interface Counts {
  readonly instances: number;
  readonly cases: number;
  readonly solved: number;
  readonly errors: number;
  /** Those errors that are a bug of ours: two of our own ways to an answer disagree. */
  readonly disagreements: number;
  /** Answers that are not what the line expected. */
  readonly differing: number;
  /** Warnings by their rule. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** `DONE.json`: the last object of a job, after which nothing of it changes. */
export interface Done {
  readonly v: 1;
  readonly job: string;
  /** `failed`: the job gave up, or more cases ended in an error than its upload tolerates. */
  readonly status: 'done' | 'failed';
  readonly cause: string | null;
  readonly counts: Counts;
  readonly files: readonly Written[];
}

/** What is known when all other objects are written. */
export interface Outcome {
  readonly counts: Counts;
  readonly files: readonly Written[];
  readonly failure: Finding | null;
}

/** Writes summary.json and, last of all, DONE.json. */
export async function writeDone(
  out: ObjectStore,
  open: OpenJob,
  { counts, files, failure }: Outcome,
) {
  const { job, manifest } = open;
  const keys = jobKeys(job);
  const { upload, options, solvers, version } = manifest;
  const about = { v: 1, job, upload, options, solvers, version, counts };
  const summary = `${JSON.stringify(about, null, 2)}\n`;
  await out.put(keys.summaryJson, summary, { once: true });
  const { name, sha256: hash, bytes } = written(keys.summaryJson.slice(keys.root.length), summary);
  const done: Done = {
    v: 1,
    job,
    status: failure === null && isTolerated(counts, options.tolerate) ? 'done' : 'failed',
    cause: failure === null ? null : failure.found,
    counts,
    files: [...files, { name, sha256: hash, bytes }],
  };
  await out.put(keys.done, `${JSON.stringify(done)}\n`, { once: true });
  await markFinished(out, job);
}

/** Ends a job of which nothing can be put together. */
export async function writeFailure(out: ObjectStore, job: string, cause: string): Promise<void> {
  const counts = new JobTally().counts();
  const done: Done = { v: 1, job, status: 'failed', cause, counts, files: [] };
  await out.put(jobKeys(job).done, `${JSON.stringify(done)}\n`, { once: true });
  await markFinished(out, job);
}

function isTolerated({ errors, cases }: Counts, percent: number | null): boolean {
  return percent === null || errors * 100 <= percent * cases;
}

/** What DONE.json says of an object of that text. */
export function written(name: string, text: string | Uint8Array): Written {
  return { name, sha256: sha256(text), bytes: Buffer.byteLength(text) };
}

/** For those who list: a function that died after DONE.json leaves it to the next one. */
export async function markFinished(out: ObjectStore, job: string): Promise<void> {
  await out.put(finishedKey(job), '', { once: true });
}

/** Counts rows as they pass. */
export class JobTally {
  instances = 0;
  #cases = 0;
  #solved = 0;
  #disagreements = 0;
  #differing = 0;
  readonly #warnings = new Map<string, number>();

  add(row: Row): void {
    this.#cases++;
    if (row.status === 'solved') this.#solved++;
    if (row.error?.rule === DISAGREEMENT) this.#disagreements++;
    if (differs(row)) this.#differing++;
    for (const { rule } of row.warnings) {
      this.#warnings.set(rule, (this.#warnings.get(rule) ?? 0) + 1);
    }
  }

  counts(): Counts {
    const warnings = Object.fromEntries(this.#warnings);
    const errors = this.#cases - this.#solved;
    const cases = { cases: this.#cases, solved: this.#solved, errors };
    const remarks = { disagreements: this.#disagreements, differing: this.#differing, warnings };
    return { instances: this.instances, ...cases, ...remarks };
  }
}
