// Makes sure of the dependencies before `npm start` and `npm test`: installs them when they are
// missing or older than the lock. Plain JavaScript for any Node from 18 on.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
// npm writes this file last, so an install that was broken off does not have it.
const installed = `${root}node_modules/.package-lock.json`;

if (
  !existsSync(installed) ||
  statSync(installed).mtimeMs < statSync(`${root}package-lock.json`).mtimeMs
) {
  console.error('nimbus: installing the dependencies named in package-lock.json (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error } = spawnSync(
    npm,
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (error) console.error(`nimbus: npm could not be started: ${error.message}`);
  process.exitCode = status ?? 1;
}
