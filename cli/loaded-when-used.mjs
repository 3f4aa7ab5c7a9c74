/** Those that take milliseconds to load. */
const BUILT_IN =
  /^(node:)?(crypto|fs|os|path|stream|stream\/web|string_decoder|url|util|vm|worker_threads|zlib)$/;

/** The package with which settings are read, where there are any, and what is used of it. */
const YAML = /^yaml$/;
const OF_YAML = ['parse'];

/**
 * For esbuild: a module is loaded when the first of its functions is called. `import` loads it at once, and
 * evaluates all getters of a built-in one: node:crypto, node:fs, node:stream and node:zlib take some 20 ms of a
 * start, and what an ordinary run needs of them it needs late. Classes and constants load their module where
 * they are imported.
 */
export const loadedWhenUsed = {
  name: 'loaded when used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: BUILT_IN }, (asked) =>
      late(asked, asked.path.replace(/^(node:)?/, 'node:')),
    );
    onResolve({ filter: YAML }, (asked) => late(asked, asked.path));
    onLoad({ filter: /./, namespace: 'late' }, ({ path, pluginData: resolveDir }) =>
      YAML.test(path)
        ? { contents: lateModule(OF_YAML.map(called), `require('${path}')`), resolveDir }
        : { contents: lateModule(exportsOf(path), `process.getBuiltinModule('${path}')`) },
    );
  },
};

function late({ kind, resolveDir }, path) {
  if (kind !== 'import-statement') return undefined;
  return { path, namespace: 'late', sideEffects: false, pluginData: resolveDir };
}

function lateModule(exports, module) {
  return `let loaded;
const load = () => (loaded ??= ${module});
const part = (name) => load()[name];
${exports.join('\n')}
const all = /* @__PURE__ */ load();
export default all;`;
}

function exportsOf(path) {
  return Object.entries(process.getBuiltinModule(path)).map(([name, value]) => {
    if (typeof value === 'function' && !/^[A-Z]/.test(name)) return called(name);
    // The same on every system.
    const written = path === 'node:zlib' && name === 'constants' ? JSON.stringify(value) : null;
    return `export const ${name} = ${written ?? `/* @__PURE__ */ part('${name}')`};`;
  });
}

function called(name) {
  return `export const ${name} = (...words) => load().${name}(...words);`;
}
