import { relative } from 'node:path';
import { echo } from '../core/text/echo.ts';
import { VERSION } from '../core/version.ts';
import { ALL_SOLVERS } from '../io/results/key.ts';
import { Job } from './batch/job.ts';
import type { Pool } from './batch/pool.ts';
import { Reporter } from './batch/reporter.ts';
import { type ResultsFolder, resultsFolder } from './batch/results-folder.ts';
import { type Selection, select } from './batch/select.ts';
import { closingLine, cutOff } from './batch/show.ts';
import { EXIT } from './failures.ts';
import type { RunFlags } from './flags.ts';
import { counted } from './numbers.ts';
import { writeError } from './streams.ts';

/** What is there when a run begins. */
interface Begun {
  /** Workers that are starting; null for none yet. */
  readonly pool: Promise<Pool> | null;
  /** In milliseconds of `performance.now()`. */
  readonly start: number;
}

/** Solves the instances below the PATHs and writes answers and results; the exit code. */
export async function runAll(
  paths: readonly string[],
  flags: RunFlags,
  { pool, start }: Begun,
): Promise<number> {
  const folder = flags.out === '-' ? null : resultsFolder(flags, provenanceOf(paths, flags));
  const selection = await select(paths, flags);
  const reporter = new Reporter(flags);
  const job = new Job(selection.instances, folder, flags, { audience: reporter, paths, pool });
  const code = await job.run();
  reporter.finish();
  remark(job, selection, { flags, messages: reporter.messages() });
  if (!flags.quiet) {
    const next = code === EXIT.stopped ? 'stopped at an error; run again to go on' : place(folder);
    writeError(`${closingLine(job.tally, performance.now() - start, next)}\n`);
  }
  return code;
}

/** Nothing of the machine and no date, so that the same run gives the same bytes. */
function provenanceOf(paths: readonly string[], flags: RunFlags): Record<string, string> {
  const { progress: _progress, color: _color, jobs: _jobs, ...options } = flags;
  return {
    tool: `nimbus ${VERSION}`,
    node: process.version,
    solvers: ALL_SOLVERS,
    paths: JSON.stringify(paths),
    options: JSON.stringify(options),
  };
}

function place(folder: ResultsFolder | null): string {
  return folder === null
    ? 'printed only'
    : `results: ${relative('.', folder.path) || '.'}/results.jsonl`;
}

interface Remarks {
  readonly flags: RunFlags;
  readonly messages: readonly string[];
}

/** Errors, folded warnings, and what was not solved at all, on standard error. */
function remark({ tally }: Job, { ignored }: Selection, { flags, messages }: Remarks): void {
  const { errors, differing } = tally.counts;
  const lines = cutOff(messages, errors + differing, 'errors.jsonl');
  if (!flags.quiet) lines.push(...tally.warningLines());
  if (flags.verbose)
    lines.push(...ignored.map(({ file, reason }) => `ignored ${echo(file)}: ${reason}`));
  else if (ignored.length > 0 && !flags.quiet) {
    lines.push(`ignored ${counted(ignored.length, 'other file')} (--verbose lists them)`);
  }
  writeError(lines.map((line) => `${line}\n`).join(''));
}
