import pMap from 'p-map';
import { type Finding, InvariantError } from '../../core/text/errors.ts';
import { sha256 } from '../../io/hash.ts';
import { finishedKey, jobKeys } from '../../io/keys.ts';
import { differs } from '../../io/results/differing.ts';
import { errorLine } from '../../io/results/error-line.ts';
import type { Row } from '../../io/results/row.ts';
import { csvHeading, csvLines } from '../../io/results/summary-csv.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { World } from './chunk-step.ts';
import { type InstanceResult, jobResults } from './job-results.ts';
import { type OpenJob, openJob } from './open-job.ts';
import { writeSettled } from './part.ts';
import { Sink, type Written } from './sink.ts';

/** Which job is to be put together. */
export interface MergeEvent {
  readonly job: string;
}

/** What a job came to, counted anew from its rows. */
export interface Counts {
  readonly instances: number;
  readonly cases: number;
  readonly solved: number;
  readonly errors: number;
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

/** Answers that are written at once. */
const CONCURRENCY = 16;

/** Puts the parts of a finished job together; harmless when it is done already. */
export async function mergeStep(world: World, { job }: MergeEvent): Promise<void> {
  if ((await world.out.head(jobKeys(job).done)) !== null) return markFinished(world.out, job);
  const open = await openJob(world.out, job);
  if (open === null) throw new InvariantError(`${job}: merge of a job that is not planned`);
  await writeResults(world, open, null);
}

/** For those who list: a function that died after DONE.json leaves it to the next one. */
export async function markFinished(out: ObjectStore, job: string): Promise<void> {
  await out.put(finishedKey(job), '', { once: true });
}

/** Writes all results of a job and DONE.json last. With a failure, what is missing has error rows. */
export async function writeResults(
  world: World,
  open: OpenJob,
  failure: Finding | null,
): Promise<void> {
  const { out } = world;
  const keys = jobKeys(open.job);
  const tally = new JobTally();
  const sinks = [keys.results, keys.errors, keys.summaryCsv].map((key) => new Sink(out, key));
  const answers = new Answers(out, open.job);
  try {
    await writeRows(sinks as [Sink, Sink, Sink], tally, async function* () {
      for await (const instance of jobResults(world, open, failure)) {
        tally.instances++;
        await answers.add(instance);
        yield* instance.rows;
      }
    });
    const files = await answers.finish();
    for (const sink of sinks) files.push(await sink.finish(keys.root));
    await writeDone(out, open, { counts: tally.counts(), files, failure });
  } catch (error) {
    await Promise.all(sinks.map((sink) => sink.abort(error as Error)));
    throw error;
  }
}

async function writeRows(
  [results, errors, summary]: readonly [Sink, Sink, Sink],
  tally: JobTally,
  rows: () => AsyncIterable<Row>,
): Promise<void> {
  await summary.write(csvHeading);
  for await (const row of rows()) {
    tally.add(row);
    await results.write(`${JSON.stringify(row)}\n`);
    await errors.write(errorLine(row));
    await summary.write(csvLines([row]));
  }
}

/** What is known when all other objects are written. */
interface Outcome {
  readonly counts: Counts;
  readonly files: readonly Written[];
  readonly failure: Finding | null;
}

async function writeDone(out: ObjectStore, open: OpenJob, { counts, files, failure }: Outcome) {
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

function isTolerated({ errors, cases }: Counts, percent: number | null): boolean {
  return percent === null || errors * 100 <= percent * cases;
}

function written(name: string, text: string): Written {
  return { name, sha256: sha256(text), bytes: Buffer.byteLength(text) };
}

/** The answer files, several of which are on their way at once. */
class Answers {
  readonly #out: ObjectStore;
  readonly #job: string;
  readonly #files: Written[] = [];
  #waiting: NonNullable<InstanceResult['answer']>[] = [];

  constructor(out: ObjectStore, job: string) {
    this.#out = out;
    this.#job = job;
  }

  async add({ answer }: InstanceResult): Promise<void> {
    if (answer !== null) this.#waiting.push(answer);
    if (this.#waiting.length >= CONCURRENCY) await this.#flush();
  }

  async finish(): Promise<Written[]> {
    await this.#flush();
    return this.#files;
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const { root, answer } = jobKeys(this.#job);
    const put = async ({ path, text }: NonNullable<InstanceResult['answer']>) => {
      const key = answer(path);
      const file = written(key.slice(root.length), text);
      await writeSettled(this.#out, key, Buffer.from(text), file.sha256);
      return file;
    };
    this.#files.push(...(await pMap(waiting, put, { concurrency: CONCURRENCY })));
  }
}

/** Counts rows as they pass. */
class JobTally {
  instances = 0;
  #cases = 0;
  #solved = 0;
  #differing = 0;
  readonly #warnings = new Map<string, number>();

  add(row: Row): void {
    this.#cases++;
    if (row.status === 'solved') this.#solved++;
    if (differs(row)) this.#differing++;
    for (const { rule } of row.warnings) {
      this.#warnings.set(rule, (this.#warnings.get(rule) ?? 0) + 1);
    }
  }

  counts(): Counts {
    const warnings = Object.fromEntries(this.#warnings);
    const errors = this.#cases - this.#solved;
    const cases = { cases: this.#cases, solved: this.#solved, errors };
    return { instances: this.instances, ...cases, differing: this.#differing, warnings };
  }
}
