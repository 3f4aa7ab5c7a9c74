import { resolve } from 'node:path';

/** The folder of results that `--out` names; where answers go elsewhere, one of the current folder. */
export function resultsPath({ out }: { readonly out?: string }): string {
  return out === undefined || out === '-' ? 'nimbus-results' : out;
}

/** A folder as answers name it that go into it. */
export function asPrefix(folder: string): string {
  return `${resolve(folder)}/`;
}
