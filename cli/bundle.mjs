// Bundles the command into dist/, for the published package, since Node does not strip types below
// node_modules, and for a quick start of the checkout.
//   npm run bundle
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { build } = await import('esbuild').catch(() => {
  console.error('nimbus: esbuild is not installed; run npm ci first');
  process.exit(1);
});

const root = fileURLToPath(new URL('../', import.meta.url));

/** One file each, for a start reads nothing else: all games lie in it, and each is set up when it is used. */
const ENTRIES = {
  main: 'cli/main.ts',
  'quick-solve': 'cli/quick-solve.ts',
  worker: 'cli/batch/worker.ts',
};

/** The one package that is not bundled: it starts its worker threads from a file of its own. */
const EXTERNAL = 'piscina';

/** What CommonJS packages need inside a module; only the verbs behind `main` use any. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

rmSync(`${root}dist`, { recursive: true, force: true });
for (const [name, source] of Object.entries(ENTRIES)) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    outfile: `dist/${name}.mjs`,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [EXTERNAL],
    banner: { js: name === 'main' ? REQUIRE : '' },
    legalComments: 'inline',
    metafile: true,
  });
  // Read by cli/nimbus.mjs, which takes the sources when one of them is newer than the bundle.
  writeFileSync(`${root}dist/${name}.sources`, Object.keys(metafile.inputs).join('\n'));
}
