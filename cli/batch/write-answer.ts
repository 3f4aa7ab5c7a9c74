import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, writeAtomically } from '../../io/atomic-write.ts';
import { sha256 } from './rows.ts';
import type { TaskOptions, Written } from './task.ts';

/**
 * Writes an answer file, but never over a file of the user's: one that is there is replaced only by
 * order, or where a former run of ours wrote it, or where it is the torn beginning of this answer.
 */
export function writeAnswer(
  path: string,
  answer: string,
  former: string | null,
  overwrite: TaskOptions['overwrite'],
): Written {
  if (!makeFolder(dirname(path)) && existsSync(path)) {
    const there = readFileSync(path, 'utf8');
    if (there === answer) return 'same';
    const ours = former === sha256(there) || answer.startsWith(there);
    if (overwrite === 'never' || (overwrite === 'stale' && !ours)) return 'kept';
  }
  writeAtomically(path, answer);
  return 'written';
}
