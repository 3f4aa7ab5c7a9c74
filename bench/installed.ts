import { cpSync, globSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * The door of the command as users have it installed, bundles and no sources: a checkout also compares the
 * dates of some hundred sources at each start, which takes 3 to 6 ms. The path of the door.
 */
export function installedDoor(): string {
  const folder = temporaryFolder('installed');
  for (const path of globSync(['package.json', 'cli/*.mjs', 'dist/*.mjs', 'dist/worker.js'], {
    cwd: root,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'cli/nimbus.mjs');
}
