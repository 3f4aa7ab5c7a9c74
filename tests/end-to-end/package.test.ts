import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../core/games/index.ts';
import { contents, root } from '../cli/command.ts';
import { fixture } from '../conformance/games.ts';

interface Vector {
  readonly in: string;
  readonly out: string;
}

const PACKED = [
  'cli',
  'core',
  'io',
  'examples',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  '.npmrc',
];
const installed = mkdtempSync(join(tmpdir(), 'nimbus-installed-'));
let oldestNode = '';

/** The package as its users get it, and the oldest Node that it promises to run on. */
beforeAll(() => {
  const copy = mkdtempSync(join(tmpdir(), 'nimbus-copy-'));
  for (const name of PACKED) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const tarball = npm(copy, 'pack', '--silent').trim().split('\n').pop() as string;
  npm(installed, 'init', '-y');
  npm(installed, 'install', join(copy, tarball), '--ignore-scripts', '--no-audit', '--no-fund');
  const node = mkdtempSync(join(tmpdir(), 'nimbus-node-24.0-'));
  npm(node, 'init', '-y');
  npm(
    node,
    'install',
    `node-linux-${process.arch}@24.0.0`,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--force',
  );
  oldestNode = join(node, 'node_modules/.bin/node');
});

function npm(cwd: string, ...words: string[]): string {
  return execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
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
  'the installed package': () => join(installed, 'node_modules/nimbus/cli/nimbus.mjs'),
  'the checkout': () => join(root, 'cli/nimbus.mjs'),
};

describe.each(Object.entries(doors))('%s', (_, door) => {
  test.each(registry)('solves the vectors of $name', ({ name }) => {
    for (const vector of fixture<Vector[]>(name, 'vectors.json').slice(0, 3)) {
      const { stdout } = solve(process.execPath, [door(), 'solve', name, '-'], vector.in);
      expect(stdout, vector.in).toBe(vector.out);
    }
  });

  test('runs on Node 24.0 without a warning', () => {
    expect(execFileSync(oldestNode, ['--version'], { encoding: 'utf8' })).toBe('v24.0.0\n');
    const input = '1\n2\n1 2\n';
    const expected = { status: 0, stdout: 'YES\n', stderr: '' };
    expect(solve(oldestNode, [door(), 'solve', 'delete-nim', '-'], input)).toEqual(expected);
    expect(solve(oldestNode, [door(), 'solve', '--literal', 'delete-nim'], input)).toEqual(
      expected,
    );
    const out = mkdtempSync(join(tmpdir(), 'nimbus-out-'));
    const { status, stderr } = solve(
      oldestNode,
      [door(), 'run', join(root, 'examples'), '-o', out],
      '',
    );
    expect(status).toBe(1);
    expect(stderr).not.toMatch(/ExperimentalWarning|trace-warnings/);
    expect(contents(out)['delete-nim/01.out']).toBe('YES\nNO\n');
  });
});

test('npx finds the command in the folder it was installed into', () => {
  const { stdout } = solve('npx', ['--no-install', 'nimbus', '--version'], '');
  expect(stdout.trim()).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
});
