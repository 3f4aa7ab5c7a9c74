#!/usr/bin/env node
// The door of the command, in plain JavaScript so that an older Node gets through it as well: it
// hands over to the Node 24 that is installed beside the package, turns on the compile cache, and
// takes the bundle where there is a fresh one, else the sources.
//
// Built-in modules are fetched, not imported: importing node:fs evaluates its getters, which load all
// of the streams and take 3 ms, a tenth of the whole start.
const OLDEST_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) {
  process.getBuiltinModule('node:module').enableCompileCache();
  silenceExperimentalWarnings();
  const words = process.argv.slice(2);
  const door = doorFor(words);
  const { main } = await import(hasFreshBundle(door) ? `../dist/${door}.mjs` : `./${door}.ts`);
  await main(words);
} else {
  const { handOver } = await import('./hand-over.mjs');
  handOver(OLDEST_MAJOR);
}

/** Whether there is a bundle and none of its sources is newer; a published package has no sources. */
function hasFreshBundle(door) {
  const { existsSync, readFileSync, statSync } = process.getBuiltinModule('node:fs');
  const root = `${import.meta.dirname}/../`;
  const changed = (path) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // The threads of a door have bundles of their own, made before it; its sources are those of all.
  const bundles = door === 'quick-solve' ? [door] : ['worker', door];
  const made = Math.min(...bundles.map((name) => changed(`dist/${name}.mjs`)));
  const list = `${root}dist/${door}.sources`;
  const sources = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
  return made > 0 && sources.every((source) => changed(source) <= made);
}

/** The two verbs that are started most often have doors of their own, without what the others need. */
function doorFor(words) {
  if (isPlainSolve(words)) return 'quick-solve';
  return words[0] === 'run' ? 'quick-run' : 'main';
}

/** `solve GAME [FILE|-]` without flags needs no parser of flags, which would cost 10 ms of start. */
function isPlainSolve(words) {
  const [verb, ...rest] = words;
  const plain = rest.every((word) => word === '-' || !word.startsWith('-'));
  return verb === 'solve' && plain && (rest.length === 1 || rest.length === 2);
}

/** Node 24.0 warns of type stripping, which is no concern of the user's. Other warnings stay. */
function silenceExperimentalWarnings() {
  const emit = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === 'string' ? rest[0] : rest[0]?.type;
    if (type !== 'ExperimentalWarning') emit.call(process, warning, ...rest);
  };
}
