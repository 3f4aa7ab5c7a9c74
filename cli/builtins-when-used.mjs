/** Those that take milliseconds to load. */
const LATE = /^(node:)?(crypto|fs|os|path|stream|stream\/web|url|worker_threads|zlib)$/;

/**
 * For esbuild: a built-in module of Node is loaded when the first of its functions is called. `import` loads it
 * at once and evaluates all its getters: node:crypto, node:fs, node:stream and node:zlib take some 20 ms of a
 * start, and what an ordinary run needs of them it needs late. Classes and constants load their module where
 * they are imported.
 */
export const builtinsWhenUsed = {
  name: 'built-ins when used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: LATE }, ({ path, kind }) =>
      kind === 'import-statement'
        ? { path: path.replace(/^(node:)?/, 'node:'), namespace: 'late', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({ contents: lateModule(path) }));
  },
};

function lateModule(path) {
  const exports = Object.entries(process.getBuiltinModule(path)).map(([name, value]) =>
    typeof value === 'function' && !/^[A-Z]/.test(name)
      ? `export const ${name} = (...words) => load().${name}(...words);`
      : `export const ${name} = /* @__PURE__ */ part('${name}');`,
  );
  return `let loaded;
const load = () => (loaded ??= process.getBuiltinModule('${path}'));
const part = (name) => load()[name];
${exports.join('\n')}
const all = /* @__PURE__ */ load();
export default all;`;
}
