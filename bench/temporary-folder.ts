import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder that goes away with this process. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `nimbus-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
