import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { csvHeading } from '../../io/results/summary-csv.ts';
import { RefusedError } from '../failures.ts';

/** How each file of results begins when it is ours; an empty one is nobody's. */
const BEGINNINGS = {
  'results.jsonl': '{"id":',
  'errors.jsonl': '{"id":',
  'summary.csv': csvHeading.slice(0, 20),
} as const;

/** Bytes at the end of a file of Parquet that say who made it. */
const TAIL = 1 << 10;

/** Throws RefusedError where a file that nimbus did not write has the name of one that it would write. */
export function refuseForeignResults(folder: string): void {
  for (const [name, beginning] of Object.entries(BEGINNINGS)) {
    const path = join(folder, name);
    const head = existsSync(path) ? headOf(path, beginning.length) : '';
    if (head !== '' && head !== beginning) throw foreign(path);
  }
  const parquet = join(folder, 'summary.parquet');
  if (existsSync(parquet) && !tailOf(parquet).includes('nimbus version')) throw foreign(parquet);
}

function foreign(path: string): RefusedError {
  return new RefusedError(
    `${path}: results-name: found a file that nimbus did not write, allowed its own results or nothing; ` +
      'move it, or name another folder with -o',
  );
}

function tailOf(path: string): string {
  const { size } = statSync(path);
  const bytes = Buffer.alloc(Math.min(size, TAIL));
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return size === 0 ? 'nimbus version' : bytes.toString('latin1');
  } finally {
    closeSync(file);
  }
}

function headOf(path: string, length: number): string {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}
