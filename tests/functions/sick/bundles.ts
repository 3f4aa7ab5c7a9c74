import { cpSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { functionBundles } from '../../../local/bundles.ts';
import { newFolder } from '../../tools/temporary-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** As in cli/bundle.mjs: the clients of storage are CommonJS in part. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/** The bundled functions, those of a chunk with what plant.ts plants. */
export async function sickBundles(): Promise<string> {
  const folder = newFolder('bundles');
  cpSync(await functionBundles(), folder, { recursive: true });
  await bundle({ index: 'chunk.ts', careful: 'solver.ts' }, `${folder}/chunk`);
  return folder;
}

/**
 * The process that solves with care what plant.ts plants, and attempt.ts, as jobs.ts takes them from the
 * environment: a bundle starts in a third of the time that the sources take, and is what is deployed.
 */
export async function sickProcesses(): Promise<Record<'SICK_SOLVER' | 'SICK_ATTEMPT', string>> {
  const folder = newFolder('processes');
  await bundle({ solver: 'solver.ts', attempt: 'attempt.ts' }, folder);
  const [solver, attempt] = ['solver', 'attempt'].map((name) => `${folder}/${name}.mjs`);
  return { SICK_SOLVER: `${pathToFileURL(solver ?? '')}`, SICK_ATTEMPT: attempt ?? '' };
}

/** Bundles files of this folder as cli/bundle.mjs does those of a function. */
async function bundle(entries: Readonly<Record<string, string>>, outdir: string): Promise<void> {
  const entryPoints = Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, `tests/functions/sick/${file}`]),
  );
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
  });
}
