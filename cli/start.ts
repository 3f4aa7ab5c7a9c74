import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Done } from '../functions/job/done.ts';
import { finishedIn } from '../functions/job/uploads-in.ts';
import { fileKind } from '../io/file-kinds.ts';
import { INBOX, jobKeys } from '../io/keys.ts';
import { linesOfFile } from '../io/read-lines.ts';
import type { Row } from '../io/results/row.ts';
import type { ObjectStore } from '../io/stores/object-store.ts';
import { readJson } from '../io/stores/read-json.ts';
import { walk } from '../io/walk.ts';
import { type OwnStack, startStack } from '../local/stack.ts';
import { errorLines, instanceTable, usesColor } from './batch/show.ts';
import { download } from './job/download.ts';
import { counted, duration } from './numbers.ts';
import { writeError, writeOut } from './streams.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const EXAMPLES = join(root, 'examples');
const OUT = 'nimbus-examples';

/** Seconds of work; one of the examples, a graph of 20 vertices, has more and goes to the state machine. */
const SPOT_SECONDS = 0.02;
const CHUNK_SECONDS = 0.003;

/**
 * Uploads each example to the local stack, lets the functions that would be deployed solve it, and fetches
 * and shows the results. Exits with 0 if exactly the one example ends in an error that is wrong on purpose.
 */
export async function showPipeline(): Promise<void> {
  const out = join(root, OUT);
  rmSync(out, { recursive: true, force: true });
  const start = performance.now();
  const data = join(out, '.nimbus');
  const options = { data, spotSeconds: SPOT_SECONDS, chunkSeconds: CHUNK_SECONDS };
  const stack = await startStack(options);
  try {
    const uploads = await uploadExamples(stack);
    const jobs = await finishedJobs(stack.buckets.out, uploads);
    const rows: Row[] = [];
    for (const job of jobs) rows.push(...(await fetchInto(stack.buckets.out, job, out)));
    rows.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
    writeOut(instanceTable(rows, { plain: false, color: usesColor('auto') }));
    writeError(
      errorLines(rows, 'errors.jsonl')
        .map((line) => `${line}\n`)
        .join(''),
    );
    writeOut(story(stack, uploads, performance.now() - start));
    const errors = rows.filter(({ status }) => status === 'error').length;
    process.exitCode = errors === 1 ? 0 : 70;
  } finally {
    await stack.close();
  }
}

/** Puts the examples one by one, over HTTP, as any client of S3 would. */
async function uploadExamples({ buckets }: OwnStack): Promise<number> {
  const files = walk(EXAMPLES).files.filter((path) =>
    ['instance', 'json-lines'].includes(fileKind(path)),
  );
  for (const path of files) {
    await buckets.inbox.put(INBOX + path, readFileSync(join(EXAMPLES, path)));
  }
  return files.length;
}

async function finishedJobs(out: ObjectStore, count: number): Promise<string[]> {
  for (;;) {
    const jobs = await finishedIn(out);
    if (jobs.size >= count) return [...jobs];
    await wait(50);
  }
}

/** Fetches all files of a job, and reads its rows. */
async function fetchInto(store: ObjectStore, job: string, out: string): Promise<Row[]> {
  const keys = jobKeys(job);
  const done = await readJson<Done>(store, keys.done);
  const folder = join(out, job);
  for (const file of done?.files ?? []) {
    const mayReplace = async () => false;
    await download({
      store,
      key: keys.root + file.name,
      file,
      folder,
      path: file.name,
      mayReplace,
    });
  }
  const lines = linesOfFile(join(folder, 'results.jsonl'));
  return [...lines].map((line) => JSON.parse(line) as Row);
}

/** What went which way, and what to try next. */
function story({ endpoints, counts }: OwnStack, uploads: number, milliseconds: number): string {
  const { plan, chunk, merge } = counts();
  const large = merge.started;
  return `
${counted(uploads, 'upload')} to the S3 endpoint ${endpoints.url}, announced on the queue: ${uploads - large} solved on the spot
by the function ingest, ${large} by the state machine, in ${counted(chunk.started, 'chunk')} and ${counted(plan.started, 'call')} of plan. ${duration(milliseconds)} in all.
Result files: ${OUT}/JOB/ has the answers, results.jsonl, summary.csv and errors.jsonl of each job.
One example is cut off on purpose: its error stands above, and no other file is harmed.

Try next:
  npx nimbus solve delete-nim examples/delete-nim/01.in   one file, the judge's bytes
  npx nimbus run examples -o answers                      a folder, in this process, on all cores
  npx nimbus submit examples                              the same folder as one job of the pipeline
  npx nimbus dev                                          the pipeline as a service, until Ctrl-C
`;
}
