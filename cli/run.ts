import { relative } from 'node:path';
import { echo } from '../core/text/echo.ts';
import { Job } from './batch/job.ts';
import { printedAnswers } from './batch/print-answers.ts';
import { type ResultsFolder, resultsFolder } from './batch/results-folder.ts';
import { type Selection, select } from './batch/select.ts';
import { closingLine, errorLines, instanceTable, usesColor } from './batch/show.ts';
import type { Outcome } from './batch/solve-all.ts';
import type { Context } from './context.ts';
import { EXIT, UsageError } from './failures.ts';
import type { RunFlags } from './flags.ts';
import { counted } from './numbers.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus run PATH…`: solves many instances on worker threads and writes the answers. */
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
  const start = performance.now();
  const print = flags.out === '-';
  const selection = select(paths, flags);
  const folder = print ? null : resultsFolder(flags);
  const job = new Job(
    selection.instances,
    folder,
    flags,
    flags.json ? printEvent : () => undefined,
  );
  const code = await job.run();
  if (print && !flags.json) writeOut(await printedAnswers(job.rows()));
  else if (!flags.json && !flags.quiet) writeOut(instanceTable(job.rows(), look(flags)));
  remark(job, selection, flags);
  if (!flags.quiet) {
    const next = code === EXIT.stopped ? 'stopped at an error; run again to go on' : place(folder);
    writeError(`${closingLine(job.tally, performance.now() - start, next)}\n`);
  }
  // Last, so that what fails in between has an exit code of its own.
  this.process.exitCode = code;
}

/** One JSON line for each case as it finishes. */
function printEvent({ rows, cached }: Outcome): void {
  for (const { file, case: number, id, game, status, ms_parse, ms_solve, answer, error } of rows) {
    const event = {
      v: 1,
      t: new Date().toISOString(),
      type: 'case',
      id,
      file,
      case: number,
      game,
      status,
    };
    const ms = ms_parse + ms_solve;
    writeOut(
      `${JSON.stringify({ ...event, ms, reason: cached ? 'cached' : 'solved', answer, error })}\n`,
    );
  }
}

function look({ plain, color }: RunFlags) {
  return { plain: plain ?? false, color: usesColor(color) };
}

function place(folder: ResultsFolder | null): string {
  return folder === null
    ? 'printed only'
    : `results: ${relative('.', folder.path) || '.'}/results.jsonl`;
}

/** Errors, folded warnings, and what was not solved at all, on standard error. */
function remark(job: Job, { ignored }: Selection, flags: RunFlags): void {
  const lines = errorLines(job.rows(), 'errors.jsonl');
  if (!flags.quiet) lines.push(...job.tally.warningLines());
  if (flags.verbose)
    lines.push(...ignored.map(({ file, reason }) => `ignored ${echo(file)}: ${reason}`));
  else if (ignored.length > 0 && !flags.quiet) {
    lines.push(`ignored ${counted(ignored.length, 'other file')} (--verbose lists them)`);
  }
  writeError(lines.map((line) => `${line}\n`).join(''));
}
