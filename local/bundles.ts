import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const isSource = import.meta.url.endsWith('.ts');

/** Of the package: the folder above this one, or above the bundle of the command. */
const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Folder of the functions as they are deployed: `<name>/index.mjs` each. */
const FUNCTIONS = `${ROOT}dist/functions`;

/**
 * The folder of the bundled functions, made anew in a checkout where a source is newer than its bundle.
 * Throws BundleError where there are none and none can be made.
 */
export async function functionBundles(): Promise<string> {
  if (areFresh()) return FUNCTIONS;
  const bundle = `${ROOT}cli/bundle.mjs`;
  if (!existsSync(bundle)) {
    throw new BundleError(`${FUNCTIONS}: found no bundled functions, allowed those of the package`);
  }
  await promisify(execFile)(process.execPath, [bundle], { cwd: ROOT });
  return FUNCTIONS;
}

/** The functions are not there. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** A published package has no sources beside its bundles. */
function areFresh(): boolean {
  if (!existsSync(FUNCTIONS)) return false;
  if (!isSource && !existsSync(`${ROOT}functions`)) return true;
  const lists = readdirSync(FUNCTIONS).filter((name) => name.endsWith('.sources'));
  return lists.length > 0 && lists.every((list) => isFresh(list));
}

function isFresh(list: string): boolean {
  const made = changed(`dist/functions/${list.replace(/\.sources$/, '/index.mjs')}`);
  const sources = readFileSync(`${FUNCTIONS}/${list}`, 'utf8').split('\n');
  return made > 0 && sources.every((source) => changed(source) <= made);
}

function changed(path: string): number {
  return statSync(ROOT + path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
