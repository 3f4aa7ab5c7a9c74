import { type Finding, InvariantError } from '../../core/text/errors.ts';
import { jobKeys } from '../../io/keys.ts';
import { errorLine } from '../../io/results/error-line.ts';
import { ResultLines } from '../../io/results/result-lines.ts';
import type { Row } from '../../io/results/row.ts';
import { CsvLines, csvHeading } from '../../io/results/summary-csv.ts';
import { ParquetSummary } from '../../io/results/summary-parquet.ts';
import { Answers, answersOf } from './answers.ts';
import type { World } from './chunk-step.ts';
import { JobTally, markFinished, writeDone } from './done.ts';
import { jobResults } from './job-results.ts';
import type { Manifest } from './manifest.ts';
import { type OpenJob, openJob } from './open-job.ts';
import { rangedResults } from './ranged-results.ts';
import { isRanged } from './ranged-upload.ts';
import { settleCover } from './settled-cover.ts';
import { Sink } from './sink.ts';

/** Which job is to be put together. */
export interface MergeEvent {
  readonly job: string;
}

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
  const resultsIn = isRanged(open) ? rangedResults : jobResults;
  const { cover, isEarlier } = await settleCover(world, open, failure);
  const answers = new Answers(out, open.job, isEarlier ? await answersOf(out, open.job) : NONE);
  const { root, results, errors, summaryCsv, summaryParquet } = jobKeys(open.job);
  const sinks: Sinks = [
    new Sink(out, results),
    new Sink(out, errors),
    new Sink(out, summaryCsv),
    new Sink(out, summaryParquet),
  ];
  const tally = new JobTally();
  try {
    await writeRows(sinks, { tally, manifest: open.manifest }, async function* () {
      for await (const instance of resultsIn(world, open, cover)) {
        tally.instances++;
        if (instance.answer !== null) await answers.add(instance.answer);
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

/** No answer is there before the first attempt to write them. */
const NONE: ReadonlySet<string> = new Set();

/** Of results.jsonl, errors.jsonl, summary.csv and summary.parquet. */
type Sinks = readonly [Sink, Sink, Sink, Sink];

async function writeRows(
  [results, errors, summary, parquet]: Sinks,
  { tally, manifest }: { readonly tally: JobTally; readonly manifest: Manifest },
  rows: () => AsyncIterable<Row>,
): Promise<void> {
  const columns = new ParquetSummary(provenanceOf(manifest));
  const [lines, cells] = [new ResultLines(), new CsvLines()];
  await summary.write(csvHeading);
  for await (const row of rows()) {
    tally.add(row);
    await results.write(lines.of(row));
    await errors.write(errorLine(row));
    await summary.write(cells.of(row));
    const bytes = columns.add(row);
    if (bytes !== null) await parquet.writeBytes(bytes);
  }
  await parquet.writeBytes(columns.finish());
}

/** Nothing that depends on who puts the job together, so that anyone writes the same bytes. */
function provenanceOf({
  job,
  upload,
  options,
  solvers,
  version,
}: Manifest): Record<string, string> {
  const told = { upload: JSON.stringify(upload), options: JSON.stringify(options) };
  return { tool: `nimbus ${version}`, job, solvers: JSON.stringify(solvers), ...told };
}
