#!/usr/bin/env node
// The door of the command, in plain JavaScript so that an older Node gets through it as well: it
// hands over to the Node 24 that is installed beside the package, turns on the compile cache, and
// takes the bundle where there is one, else the sources.
import { existsSync } from 'node:fs';
import module from 'node:module';

const OLDEST_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) {
  module.enableCompileCache();
  silenceExperimentalWarnings();
  const words = process.argv.slice(2);
  const door = isPlainSolve(words) ? 'quick-solve' : 'main';
  const bundle = new URL(`../dist/${door}.mjs`, import.meta.url);
  const { main } = await import(existsSync(bundle) ? bundle.href : `./${door}.ts`);
  await main(words);
} else {
  const { handOver } = await import('./hand-over.mjs');
  handOver(OLDEST_MAJOR);
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
