import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDag } from '../../bench/published.ts';
import { registry } from '../../core/games/index.ts';
import { contents, newFolder, root } from '../cli/command.ts';
import { fixture } from '../conformance/games.ts';

interface Vector {
  readonly in: string;
  readonly out: string;
}

const PACKED = [
  'cli',
  'core',
  'functions',
  'infra',
  'io',
  'local',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];
const installed = newFolder('installed');
/** A checkout whose sources run as they stand, for it has no bundle. */
const sources = newFolder('sources');
const nodes = newFolder('nodes');

/** The package as its users get it, the sources without a bundle, and Nodes other than ours. */
beforeAll(async () => {
  await Promise.all([installPackage(), installNodes()]);
});

async function installPackage(): Promise<void> {
  for (const name of PACKED) cpSync(join(root, name), join(sources, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
  const tarball = (await npm(sources, 'pack', '--silent')).trim().split('\n').pop() as string;
  rmSync(join(sources, 'dist'), { recursive: true });
  await npm(installed, 'init', '-y');
  await npm(installed, 'install', join(sources, tarball), '--ignore-scripts');
}

async function installNodes(): Promise<void> {
  await npm(nodes, 'init', '-y');
  const node = (version: string) => `npm:node-linux-${process.arch}@${version}`;
  const packages = [`oldest@${node('24.0.0')}`, `older@${node('20.20.2')}`];
  await npm(nodes, 'install', ...packages, '--ignore-scripts');
}

/** What the installation of this checkout has left in the cache is not asked for again. */
async function npm(cwd: string, ...words: string[]): Promise<string> {
  const quickly = ['--prefer-offline', '--no-audit', '--no-fund'];
  const { stdout } = await promisify(execFile)('npm', [...words, ...quickly], { cwd });
  return stdout;
}

function solve(program: string, words: readonly string[], input: string) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: installed,
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const doors = {
  'the installed package': join(installed, 'node_modules/nimbus/cli/nimbus.mjs'),
  'the sources': join(sources, 'cli/nimbus.mjs'),
};

describe.each(Object.entries(doors))('%s', (_, door) => {
  test.each(registry)('solves the vectors of $name', ({ name }) => {
    for (const vector of fixture<Vector[]>(name, 'vectors.json')) {
      const { stdout } = solve(process.execPath, [door, 'solve', name, '-'], vector.in);
      expect(stdout, vector.in).toBe(vector.out);
    }
  });

  test('counts a large graph the same on one thread and on several', () => {
    const graph = completeDag(21, 0);
    for (const jobs of ['1', '2', '3']) {
      const words = [door, 'solve', '-j', jobs, 'dag-subgraph-count'];
      const expected = { status: 0, stdout: '656112028\n', stderr: '' };
      expect(solve(process.execPath, words, graph), jobs).toEqual(expected);
    }
  });

  test.each([
    ['oldest', 'v24.0.0'],
    ['older', 'v20.20.2'],
  ])('runs on the %s Node, %s, without a warning', (alias, version) => {
    const node = join(nodes, `node_modules/${alias}/bin/node`);
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
    const input = '1\n2\n1 2\n';
    const expected = { status: 0, stdout: 'YES\n', stderr: '' };
    expect(solve(node, [door, 'solve', 'delete-nim', '-'], input)).toEqual(expected);
    expect(solve(node, [door, 'solve', '--literal', 'delete-nim'], input)).toEqual(expected);
    const out = newFolder('out');
    const { status, stderr } = solve(node, [door, 'run', join(root, 'examples'), '-o', out], '');
    expect(status).toBe(1);
    expect(stderr).not.toMatch(/ExperimentalWarning|trace-warnings/);
    expect(contents(out)['delete-nim/01.out']).toBe('YES\nNO\n');
  });
});

test('the package has the modules of all threads', () => {
  const folder = readdirSync(join(installed, 'node_modules/nimbus/dist'));
  expect(folder).toEqual(
    expect.arrayContaining(['thread.mjs', 'watch.mjs', 'worker.mjs', 'worker.js']),
  );
});

test('npx finds the command in the folder it was installed into', () => {
  const { stdout } = solve('npx', ['--no-install', 'nimbus', '--version'], '');
  expect(stdout.trim()).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
});
