import { relative } from 'node:path';
import { echo } from '../core/text/echo.ts';
import { VERSION } from '../core/version.ts';
import { ALL_SOLVERS } from '../io/results/key.ts';
import { Job } from './batch/job.ts';
import { Reporter } from './batch/reporter.ts';
import { type ResultsFolder, resultsFolder } from './batch/results-folder.ts';
import { type Selection, select } from './batch/select.ts';
import { closingLine, cutOff } from './batch/show.ts';
import type { Context } from './context.ts';
import { EXIT, UsageError } from './failures.ts';
import type { RunFlags } from './flags.ts';
import { counted } from './numbers.ts';
import { writeError } from './streams.ts';

/** `nimbus run PATH…`: solves many instances and writes answers and results. */
export default async function run(
  this: Context,
  flags: RunFlags,
  ...paths: string[]
): Promise<void> {
  if (flags.dryRun) {
    const { default: plan } = await import('./plan.ts');
    return plan.call(this, flags, ...paths);
  }
  if (flags.failFast && flags.keepGoing) {
    throw new UsageError('found --fail-fast and --keep-going, allowed one of them');
  }
  // Last, so that what fails in between has an exit code of its own.
  this.process.exitCode = await runAll(paths, flags);
}

/** The exit code. */
async function runAll(paths: readonly string[], flags: RunFlags): Promise<number> {
  const start = performance.now();
  const folder = flags.out === '-' ? null : resultsFolder(flags, provenanceOf(paths, flags));
  const selection = await select(paths, flags);
  const reporter = new Reporter(flags);
  const job = new Job(selection.instances, folder, flags, reporter);
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
