import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
  const entries = { index: 'functions/chunk.ts', careful: 'functions/careful/solver.ts' };
  for (const [name, source] of Object.entries(entries)) {
    const contents = `import './tests/functions/sick/plant.ts'; export * from './${source}';`;
    await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      outfile: `${folder}/chunk/${name}.mjs`,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      mainFields: ['module', 'main'],
      banner: { js: REQUIRE },
    });
  }
  return folder;
}
