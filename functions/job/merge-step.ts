import pMap from 'p-map';
import { type Finding, InvariantError } from '../../core/text/errors.ts';
import { jobKeys } from '../../io/keys.ts';
import { errorLine } from '../../io/results/error-line.ts';
import type { Row } from '../../io/results/row.ts';
import { csvHeading, csvLines } from '../../io/results/summary-csv.ts';
import type { ObjectStore } from '../../io/stores/object-store.ts';
import type { World } from './chunk-step.ts';
import { JobTally, markFinished, writeDone, written } from './done.ts';
import { type InstanceResult, jobResults } from './job-results.ts';
import { type OpenJob, openJob } from './open-job.ts';
import { writeSettled } from './part.ts';
import { settleCover } from './settled-cover.ts';
import { Sink, type Written } from './sink.ts';

/** Which job is to be put together. */
export interface MergeEvent {
  readonly job: string;
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

/**
 * Writes all results of a job and DONE.json last. With a failure, what is missing has error rows that tell
 * it; whatever an earlier attempt settled holds.
 */
export async function writeResults(
  world: World,
  open: OpenJob,
  failure: Finding | null,
): Promise<void> {
  const { out } = world;
  const { cover } = await settleCover(world, open, failure);
  const { root, results, errors, summaryCsv } = jobKeys(open.job);
  const sinks: Sinks = [new Sink(out, results), new Sink(out, errors), new Sink(out, summaryCsv)];
  const tally = new JobTally();
  const answers = new Answers(out, open.job);
  try {
    await writeRows(sinks, tally, async function* () {
      for await (const instance of jobResults(world, open, cover)) {
        tally.instances++;
        await answers.add(instance);
        yield* instance.rows;
      }
    });
    const files = await answers.finish();
    for (const sink of sinks) files.push(await sink.finish(root));
    await writeDone(out, open, { counts: tally.counts(), files, failure: cover.failure });
  } catch (error) {
    await Promise.all(sinks.map((sink) => sink.abort(error as Error)));
    throw error;
  }
}

/** Of results.jsonl, errors.jsonl and summary.csv. */
type Sinks = readonly [Sink, Sink, Sink];

async function writeRows(
  [results, errors, summary]: Sinks,
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
      await writeSettled(this.#out, key, Buffer.from(text), { digest: file.sha256 });
      return file;
    };
    this.#files.push(...(await pMap(waiting, put, { concurrency: CONCURRENCY })));
  }
}
