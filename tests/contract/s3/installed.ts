import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';

/** Debian keeps its own programs here; what stands before it on the path may be another version. */
const FIRST = ['/usr/bin', '/usr/sbin'];

/** The path of a program, or null when it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...FIRST, ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether all these programs are there. Where they must be, by `NIMBUS_REQUIRE_CLIENTS=1`, a failing
 * test says which are not.
 */
export function installed(...programs: string[]): boolean {
  const missing = programs.filter((name) => findProgram(name) === null);
  if (process.env['NIMBUS_REQUIRE_CLIENTS'] === '1') {
    test(`${programs.join(', ')} are installed`, () => expect(missing).toEqual([]));
  }
  return missing.length === 0;
}
