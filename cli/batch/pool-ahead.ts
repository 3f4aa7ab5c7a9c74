import { existsSync, opendirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RunFlags } from '../flags.ts';
import { FEW } from './pace.ts';
import type { Pool } from './pool.ts';
import { asPrefix, resultsPath } from './results-path.ts';
import type { TaskOptions } from './task.ts';
import { taskOptions } from './task-options.ts';

/**
 * Workers that start while the main thread loads what it needs and looks for files: where many files are run
 * for the first time, there is work for all of them. Idle ones do not keep the process alive.
 */
export function poolAhead(paths: readonly string[], flags: RunFlags): Promise<Pool> | null {
  const folder = flags.out === '-' ? null : resultsPath(flags);
  if (folder !== null && existsSync(folder)) return null;
  return hasMany(paths) ? startPool(folder, taskOptions(flags, paths), flags.jobs) : null;
}

async function startPool(
  folder: string | null,
  options: TaskOptions,
  jobs = availableParallelism(),
): Promise<Pool> {
  const { Pool } = await import('./pool.ts');
  return new Pool(jobs, {
    options,
    former: null,
    newFolder: folder === null ? null : asPrefix(folder),
  });
}

/** Whether there are more than a few files in and below the folders; it looks no further. */
function hasMany(paths: readonly string[]): boolean {
  let files = 0;
  const todo = [...paths];
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    for (const [name, isFolder] of entriesOf(path)) {
      if (isFolder) todo.push(join(path, name));
      else if (++files > FEW) return true;
    }
  }
  return false;
}

/** What is in a folder; nothing for anything else, of which whoever looks for instances tells what is wrong. */
function* entriesOf(path: string): Generator<readonly [name: string, isFolder: boolean]> {
  let folder: ReturnType<typeof opendirSync>;
  try {
    folder = opendirSync(path);
  } catch {
    return;
  }
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync())
      yield [entry.name, entry.isDirectory()];
  } finally {
    folder.closeSync();
  }
}
