import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** One folder for everything that the tests write, taken away when they are done or told to end. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nimbus-tests-'));
  process.env['NIMBUS_TESTS'] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  return remove;
}

/** A new folder for one test, which goes away with all others. */
export function newFolder(name: string): string {
  return mkdtempSync(join(process.env['NIMBUS_TESTS'] ?? tmpdir(), `${name}-`));
}
