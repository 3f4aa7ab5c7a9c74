// Bundles the command and the functions into dist/: the command for the published package, since Node
// does not strip types below node_modules, and for a quick start of the checkout; the functions as they
// are deployed.
//   npm run bundle
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadedWhenUsed } from './loaded-when-used.mjs';

const { build } = await import('esbuild').catch(() => {
  console.error('nimbus: esbuild is not installed; run npm ci first');
  process.exit(1);
});

const root = fileURLToPath(new URL('../', import.meta.url));

/** What CommonJS packages need inside a module. */
const REQUIRE =
  "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);";

/** Beside which file piscina looks for its own worker. */
const DIRNAME = 'const __dirname = import.meta.dirname;';

/** One file each, for a start reads nothing else: all games lie in it, and each is set up when it is used. */
const COMMAND = {
  thread: { source: 'cli/threads/thread.ts' },
  watch: { source: 'cli/threads/watch.ts', starts: ['thread'] },
  'quick-solve': { source: 'cli/quick-solve.ts', starts: ['watch'] },
  worker: { source: 'cli/batch/worker.ts', starts: ['watch'] },
  'plan-worker': { source: 'cli/batch/plan-worker.ts' },
  'function-worker': { source: 'local/functions/function-worker.ts' },
};

/**
 * Packages that are not bundled: large ones of verbs that talk to storage, for which some files more make no
 * difference, and a native one that piscina asks for only where threads are to be nice.
 */
const EXTERNAL = ['@napi-rs/nice', 'fauxqs', 'aws-local-stepfunctions', '@aws-sdk/*'];

/**
 * Names stay, for the traces of what went wrong. Without comments nothing but ASCII is left, which a start
 * reads in a millisecond; with one letter beyond it, decoding the same bundle takes ten.
 */
const COMMON = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  legalComments: 'inline',
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
};

/** What is bundled of the command. */
const OF_COMMAND = { ...COMMON, external: EXTERNAL, plugins: [loadedWhenUsed] };

rmSync(`${root}dist`, { recursive: true, force: true });
const sourcesOf = new Map();

/**
 * Read by cli/nimbus.mjs, which takes the sources when one of them is newer than the bundle; those of the
 * threads that it starts are among them.
 */
function listSources(name, metafile, starts) {
  const started = starts.flatMap((each) => [...sourcesOf.get(each)]);
  const sources = new Set([...sourcesIn(metafile), ...started]);
  writeFileSync(`${root}dist/${name}.sources`, [...sources].join('\n'));
  return sources;
}

/** Packages are one source, their lock: npm gives their files a date of long ago. */
function sourcesIn({ inputs }) {
  const own = Object.keys(inputs).filter((path) => !path.includes('node_modules/'));
  return [...own, 'package-lock.json'];
}

for (const [name, { source, starts = [] }] of Object.entries(COMMAND)) {
  const { metafile } = await build({
    ...OF_COMMAND,
    entryPoints: [source],
    outfile: `dist/${name}.mjs`,
  });
  sourcesOf.set(name, listSources(name, metafile, starts));
}

/** The worker of piscina, which starts it by that name; it loads the worker of a pool with the compile cache. */
await build({
  ...OF_COMMAND,
  entryPoints: ['node_modules/piscina/dist/worker.js'],
  outfile: 'dist/worker.js',
  banner: { js: `${REQUIRE}process.getBuiltinModule('node:module').enableCompileCache();` },
});

/**
 * In parts that are loaded when they are used: the verbs have little in common, and a run starts its threads
 * before it loads the rest of itself.
 */
const IN_PARTS = { main: 'cli/main.ts', 'quick-run': 'cli/quick-run.ts' };

for (const [name, source] of Object.entries(IN_PARTS)) {
  const { metafile } = await build({
    ...OF_COMMAND,
    entryPoints: { [name]: source },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    banner: { js: REQUIRE + DIRNAME },
  });
  listSources(name, metafile, ['worker', 'plan-worker']);
}

/**
 * A function has its SDK inside: the one that it was tested with, not the one that Lambda happens to have.
 * In parts that are loaded when they are used, so that a start reads two thirds of it, and a process that
 * solves with care no client of storage.
 */
const FUNCTION = {
  ...COMMON,
  splitting: true,
  outExtension: { '.js': '.mjs' },
  mainFields: ['module', 'main'],
  legalComments: 'none',
  banner: { js: REQUIRE },
};

/** What a function starts in a process of its own, beside the function. */
const BESIDE = { chunk: { careful: 'functions/careful/solver.ts' } };

for (const file of readdirSync(`${root}functions`).filter((name) => name.endsWith('.ts'))) {
  const name = file.slice(0, -'.ts'.length);
  const entryPoints = { index: `functions/${file}`, ...BESIDE[name] };
  const { metafile } = await build({ ...FUNCTION, entryPoints, outdir: `dist/functions/${name}` });
  writeFileSync(`${root}dist/functions/${name}.sources`, sourcesIn(metafile).join('\n'));
}
