import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One folder for everything that the tests write, taken away when they are done. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nimbus-tests-'));
  process.env['NIMBUS_TESTS'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A new folder for one test, which goes away with all others. */
export function newFolder(name: string): string {
  return mkdtempSync(join(process.env['NIMBUS_TESTS'] ?? tmpdir(), `${name}-`));
}
