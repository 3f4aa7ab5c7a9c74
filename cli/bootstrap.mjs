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
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  npm('run', '--silent', 'bundle');
}

function npm(...words) {
  const windows = process.platform === 'win32';
  const options = { cwd: root, stdio: ['ignore', 2, 'inherit'], shell: windows };
  const { status, error } = spawnSync(windows ? 'npm.cmd' : 'npm', words, options);
  if (error) console.error(`nimbus: npm could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
