import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { RunFlags } from '../flags.ts';
import { Pool } from './pool.ts';
import { asPrefix, resultsPath } from './results-path.ts';
import { taskOptions } from './task-options.ts';

/**
 * Workers that start while the main thread loads what it needs and looks for files: where a folder is run
 * for the first time, there is work for all of them. Idle ones do not keep the process alive.
 */
export function poolAhead(paths: readonly string[], flags: RunFlags): Pool | null {
  const folder = flags.out === '-' ? null : resultsPath(flags);
  if (folder !== null && existsSync(folder)) return null;
  if (!paths.some((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory())) return null;
  return new Pool(flags.jobs ?? availableParallelism(), {
    options: taskOptions(flags),
    former: null,
    newFolder: folder === null ? null : asPrefix(folder),
  });
}
