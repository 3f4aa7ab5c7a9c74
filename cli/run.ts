import { poolAhead } from './batch/pool-ahead.ts';
import type { Context } from './context.ts';
import { UsageError } from './failures.ts';
import type { RunFlags } from './flags.ts';

/** `nimbus run PATH…`: solves many instances on worker threads, which start while the rest of it is loaded; a few here. */
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
  const pool = poolAhead(paths, flags);
  const { runAll } = await import('./run-all.ts');
  // Last, so that what fails in between has an exit code of its own.
  this.process.exitCode = await runAll(paths, flags, { pool, start });
}
