// Bundles the command into dist/ for publishing: Node does not strip types below node_modules.
//   npm run bundle
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// One file each, for a start reads nothing else: all games lie in it, and each is set up when it is used.
/** Bundled although it is a dependency: it is on the way of every start. */
const BUNDLED = '@stricli/core';

rmSync(path('../dist'), { recursive: true, force: true });
await build({
  entryPoints: {
    main: path('main.ts'),
    'quick-solve': path('quick-solve.ts'),
    worker: path('batch/worker.ts'),
  },
  outdir: path('../dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: Object.keys(manifest.dependencies).filter((name) => name !== BUNDLED),
  legalComments: 'inline',
});
