import { existsSync, statSync } from 'node:fs';
import pMap from 'p-map';
import { echo } from '../core/text/echo.ts';
import type { Done } from '../functions/job/done.ts';
import { generationName, generationOf } from '../functions/job/generation.ts';
import { jobState } from '../functions/job/job-state.ts';
import type { Written } from '../functions/job/sink.ts';
import { jobKeys } from '../io/keys.ts';
import type { ObjectStore } from '../io/stores/object-store.ts';
import { readJson } from '../io/stores/read-json.ts';
import { progressOf } from './batch/progress.ts';
import type { Context } from './context.ts';
import { EXIT, RefusedError, UsageError } from './failures.ts';
import { onInterrupt } from './interrupt.ts';
import { type Downloaded, download } from './job/download.ts';
import { findJob } from './job/generations.ts';
import { type StoredName, storedNames } from './job/stored-names.ts';
import type { FetchFlags, What } from './job-flags.ts';
import { counted, grouped } from './numbers.ts';
import { parseJob } from './store/address.ts';
import { openPlace, type Place, storeOf } from './store/place.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus fetch JOB [DIR]`: downloads what a job wrote, each file whole and with the right hash. */
export default async function fetch(
  this: Context,
  flags: FetchFlags,
  name: string,
  given?: string,
): Promise<void> {
  const address = parseJob(name);
  const place = await openPlace(storeOf(flags, address), flags, 'storage');
  const release = onInterrupt(() => 'interrupted; fetch again to go on', place.close);
  try {
    const { shown } = await findJob(place, address);
    const { id } = generationOf(shown);
    const folder = given ?? `nimbus-${id}`;
    if (existsSync(folder) && !statSync(folder).isDirectory())
      throw new UsageError(`${folder}: output: found a file, allowed a folder`);
    this.process.exitCode = await fetchJob(place, shown, folder, flags);
  } finally {
    release();
    await place.close();
  }
}

/** Files at once. */
const CONCURRENCY = 16;
const MOST_MESSAGES = 20;

async function fetchJob(
  place: Place,
  job: string,
  folder: string,
  flags: FetchFlags,
): Promise<number> {
  const { out } = place.buckets;
  const { done, state } = await jobState(out, job);
  if (done === null) throw notDone(place, job, state);
  // Names are settled over all files, so that a file has the same name whatever else is fetched.
  const names = storedNames(done.files.map(({ name }) => name));
  const wanted = done.files
    .map((file, at) => ({ file, stored: names[at] as StoredName }))
    .filter(({ file }) => isWanted(file, flags.what ?? DEFAULT_WHAT));
  const mayReplace = replacing(out, job, flags);
  const progress = await progressOf(
    { progress: 'auto', quiet: flags.quiet ?? false },
    {
      count: wanted.length,
    },
  );
  let count = 0;
  const results = await pMap(
    wanted,
    async ({ file, stored }) => {
      const { root } = jobKeys(job);
      const what = { store: out, key: root + file.name, file, folder, path: stored.path };
      const result = await download({ ...what, mayReplace: (hash) => mayReplace(file, hash) });
      progress.update(++count, { cached: 0, errors: 0 });
      return { stored, result };
    },
    { concurrency: CONCURRENCY },
  ).finally(() => progress.stop());
  return tell(results, { job, folder, done, flags });
}

const DEFAULT_WHAT: readonly What[] = ['answers', 'results', 'summary', 'errors'];

const BELONGS: Readonly<Record<What, (name: string) => boolean>> = {
  answers: (name) => name.startsWith('answers/'),
  results: (name) => name.startsWith('results.'),
  summary: (name) => name.startsWith('summary.'),
  report: (name) => name.startsWith('report.'),
  errors: (name) => name.startsWith('errors.'),
  all: () => true,
};

function isWanted({ name }: Written, what: readonly What[]): boolean {
  return what.some((kind) => BELONGS[kind](name));
}

/** A file of a former generation of the same job is ours to replace; any other one is the user's. */
function replacing(out: ObjectStore, job: string, { overwrite }: FetchFlags) {
  let former: Promise<ReadonlySet<string>> | null = null;
  return async ({ name }: Written, sha256: string): Promise<boolean> => {
    if (overwrite !== 'stale') return overwrite === 'always';
    former ??= formerFiles(out, job);
    return (await former).has(`${name} ${sha256}`);
  };
}

async function formerFiles(out: ObjectStore, job: string): Promise<ReadonlySet<string>> {
  const { id, generation } = generationOf(job);
  const files = new Set<string>();
  for (let number = 1; number < generation; number++) {
    const done = await readJson<Done>(out, jobKeys(generationName(id, number)).done);
    for (const { name, sha256 } of done?.files ?? []) files.add(`${name} ${sha256}`);
  }
  return files;
}

interface Fetched {
  readonly stored: StoredName;
  readonly result: Downloaded;
}

interface Fetching {
  readonly job: string;
  readonly folder: string;
  readonly done: Done;
  readonly flags: FetchFlags;
}

function tell(results: readonly Fetched[], { job, folder, done, flags }: Fetching): number {
  const of = (kind: Downloaded) => results.filter(({ result }) => result === kind);
  const renamed = results.filter(({ stored: { reason } }) => reason !== null);
  const [fetched, present, kept] = (['fetched', 'present', 'kept'] as const).map(of);
  const counts = { fetched: fetched?.length ?? 0, present: present?.length ?? 0 };
  const keptPaths = (kept ?? []).map(({ stored: { path } }) => path);
  if (flags.json) {
    const about = { v: 1, job, folder, status: done.status, ...counts };
    const names = renamed.map(({ stored }) => stored);
    writeOut(`${JSON.stringify({ ...about, kept: keptPaths, renamed: names })}\n`);
  }
  const lines = [
    ...capped(
      keptPaths.map(
        (path) =>
          `${folder}/${echo(path)}: answer/differs: found another file, which was kept; --overwrite always replaces it`,
      ),
    ),
    ...(flags.quiet ? [] : capped(renamed.map(({ stored }) => renameLine(stored)))),
  ];
  if (!flags.quiet) {
    lines.push(
      `${counted(results.length, 'file')} in ${folder}: ${grouped(counts.fetched)} fetched, ` +
        `${grouped(counts.present)} there already, ${grouped(keptPaths.length)} kept`,
    );
  }
  writeError(lines.map((line) => `${line}\n`).join(''));
  return keptPaths.length > 0 ? EXIT.someFailed : EXIT.ok;
}

function renameLine({ name, path, reason }: StoredName): string {
  const why = reason === 'clash' ? 'another file has that name on some systems' : 'an unsafe name';
  return `warning: fetch/renamed: ${echo(name)} is stored as ${path} (${why})`;
}

function capped(lines: readonly string[]): readonly string[] {
  const more = lines.length - MOST_MESSAGES;
  return more > 0 ? [...lines.slice(0, MOST_MESSAGES), `and ${counted(more, 'more line')}`] : lines;
}

function notDone({ command }: Place, job: string, state: string): RefusedError {
  return new RefusedError(
    `${job}: not-done: found a job that is ${state}, allowed one that is done; see: ${command(`status ${job} --watch`)}`,
  );
}
