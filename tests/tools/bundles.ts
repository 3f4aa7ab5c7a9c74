import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles once, before tests that run side by side would each do it for themselves: the functions, and the
 * command, whose start from the sources takes several times as long.
 */
export default function setUp(): void {
  const folders = ['dist', 'dist/functions'].map((name) => root + name);
  if (folders.every(isFresh)) return;
  execFileSync(process.execPath, [`${root}cli/bundle.mjs`], { stdio: ['ignore', 'inherit', 2] });
}

/** Whether there are bundles, and none of them is older than one of its sources. */
function isFresh(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const lists = readdirSync(folder).filter((name) => name.endsWith('.sources'));
  return lists.length > 0 && lists.every((name) => isFreshBundle(`${folder}/${name.slice(0, -8)}`));
}

function isFreshBundle(bundle: string): boolean {
  const file = existsSync(bundle) ? `${bundle}/index.mjs` : `${bundle}.mjs`;
  const made = changed(file);
  const sources = readFileSync(`${bundle}.sources`, 'utf8').split('\n');
  return made > 0 && sources.every((source) => changed(root + source) <= made);
}

function changed(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
