// Which answer files are ours, and what stands in the place of one without being a file of ours.
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addFiles, contents, folderWith, nimbus, rowsIn } from './command.ts';

const YES = '1\n2\n1 2\n';
const NO = '1\n2\n1 1\n';
const WRONG = '1\n2\n1 x\n';

function run(cwd: string, ...words: string[]) {
  return nimbus(['run', ...words], { cwd });
}

/** Rules and places of the errors in the results of a folder. */
function errorsIn(folder: string): (string | undefined)[][] {
  return rowsIn(folder)
    .filter(({ error }) => error !== undefined)
    .map(({ file, error }) => [file, error?.rule]);
}

describe('an answer of the user', () => {
  test('to an input that equals a known one stays when the input changes or becomes wrong', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES });
    expect(run(cwd, 'delete-nim').code).toBe(0);
    addFiles(cwd, { 'delete-nim/b.in': YES, 'delete-nim/b.out': 'YES\n' });
    expect(run(cwd, 'delete-nim').code).toBe(0);
    for (const changed of [NO, WRONG]) {
      addFiles(cwd, { 'delete-nim/b.in': changed });
      expect(run(cwd, 'delete-nim').code).toBe(1);
      expect(readFileSync(join(cwd, 'delete-nim/b.out'), 'utf8')).toBe('YES\n');
    }
  });

  test('is not the one that a former run wrote under its name', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES, 'delete-nim/b.in': NO });
    run(cwd, 'delete-nim');
    // Content and answer of the other one, but the answer is where we wrote it.
    addFiles(cwd, { 'delete-nim/b.in': YES });
    expect(run(cwd, 'delete-nim').code).toBe(0);
    expect(readFileSync(join(cwd, 'delete-nim/b.out'), 'utf8')).toBe('YES\n');
    addFiles(cwd, { 'delete-nim/b.in': WRONG });
    run(cwd, 'delete-nim');
    expect(Object.keys(contents(cwd))).not.toContain('delete-nim/b.out');
  });

  test('stays where the answers go into the folder of the inputs', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES, 'in/delete-nim/a.out': 'YES\n' });
    addFiles(cwd, { 'in/delete-nim/b.in': NO, 'in/delete-nim/b.out': '' });
    expect(run(cwd, 'in', '-o', 'in').code).toBe(1);
    addFiles(cwd, { 'in/delete-nim/a.in': WRONG });
    run(cwd, 'in/delete-nim', '-o', 'in');
    const { 'in/delete-nim/a.out': a, 'in/delete-nim/b.out': b } = contents(cwd);
    expect([a, b]).toEqual(['YES\n', '']);
  });

  test('a link that leads nowhere stays, and is an error of its own', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES, 'delete-nim/b.in': NO });
    symlinkSync('nowhere', join(cwd, 'delete-nim/a.out'));
    expect(run(cwd, 'delete-nim').code).toBe(1);
    expect(lstatSync(join(cwd, 'delete-nim/a.out')).isSymbolicLink()).toBe(true);
    expect(errorsIn(join(cwd, 'nimbus-results'))).toEqual([
      ['delete-nim/a.in', 'answer/unwritable'],
    ]);
  });
});

describe('what is no file in the place of an answer', () => {
  test('a folder hides no error of the input, and harms no neighbour', () => {
    const cwd = folderWith({ 'in/a.in': 'zz zz\n', 'in/delete-nim/b.in': WRONG, 'in/c.in': '' });
    addFiles(cwd, { 'in/delete-nim/d.in': YES });
    for (const name of ['a', 'delete-nim/b', 'c'])
      mkdirSync(join(cwd, `out/${name}.out`), { recursive: true });
    for (const _ of ['first', 'again']) {
      expect(run(cwd, 'in', '-o', 'out').code).toBe(1);
      expect(errorsIn(join(cwd, 'out'))).toEqual([
        ['a.in', 'unknown-game'],
        ['c.in', 'unknown-game'],
        ['delete-nim/b.in', 'number/malformed'],
      ]);
      expect(readFileSync(join(cwd, 'out/delete-nim/d.out'), 'utf8')).toBe('YES\n');
    }
  });

  test('a pipe is not opened, which would wait for ever', () => {
    const cwd = folderWith({ 'delete-nim/a.in': YES, 'delete-nim/b.in': NO });
    execFileSync('mkfifo', [join(cwd, 'delete-nim/a.out')]);
    const { code, stderr } = run(cwd, 'delete-nim');
    expect(code).toBe(1);
    expect(stderr).toMatch(/a\.in: answer\/unwritable: .+ a pipe or a device stands there/);
    expect(readFileSync(join(cwd, 'delete-nim/b.out'), 'utf8')).toBe('NO\n');
    // The same in the place of an answer that is known.
    rmSync(join(cwd, 'delete-nim/b.out'));
    execFileSync('mkfifo', [join(cwd, 'delete-nim/b.out')]);
    expect(run(cwd, 'delete-nim').stderr).toMatch(/b\.in: answer\/unwritable: .+ a pipe/);
  });

  test('links to themselves are ignored like links to nothing', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    symlinkSync('loop.in', join(cwd, 'in/delete-nim/loop.in'));
    const { code, stderr } = run(cwd, 'in', '-o', 'out');
    expect(code).toBe(0);
    expect(stderr).toContain('ignored 1 other file ');
  });
});

describe('an answer that a former run wrote stays ours', () => {
  test('when it could not be written meanwhile', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    const [answer, aside] = [join(cwd, 'out/delete-nim/a.out'), join(cwd, 'aside')];
    run(cwd, 'in', '-o', 'out');
    renameSync(answer, aside);
    mkdirSync(answer);
    addFiles(cwd, { 'in/delete-nim/a.in': NO });
    expect(run(cwd, 'in', '-o', 'out').code).toBe(1);
    rmdirSync(answer);
    renameSync(aside, answer);
    expect(run(cwd, 'in', '-o', 'out').code).toBe(0);
    expect(readFileSync(answer, 'utf8')).toBe('NO\n');
  });

  test('when its input was wrong meanwhile and nothing was to be overwritten', () => {
    const cwd = folderWith({ 'in/delete-nim/a.in': YES });
    run(cwd, 'in', '-o', 'out');
    addFiles(cwd, { 'in/delete-nim/a.in': WRONG });
    run(cwd, 'in', '-o', 'out', '--overwrite', 'never');
    expect(readFileSync(join(cwd, 'out/delete-nim/a.out'), 'utf8')).toBe('YES\n');
    addFiles(cwd, { 'in/delete-nim/a.in': NO });
    expect(run(cwd, 'in', '-o', 'out').code).toBe(0);
    expect(readFileSync(join(cwd, 'out/delete-nim/a.out'), 'utf8')).toBe('NO\n');
  });

  test('and goes when its new input does not come to its end in time', () => {
    const board = (size: number) => `${size} ${size}\n${`${'.'.repeat(size)}\n`.repeat(size)}`;
    const cwd = folderWith({ 'in/grid-geography/a.in': board(2) });
    run(cwd, 'in', '-o', 'out');
    addFiles(cwd, { 'in/grid-geography/a.in': board(900) });
    expect(run(cwd, 'in', '-o', 'out', '--time-limit', '1ms').code).toBe(1);
    expect(errorsIn(join(cwd, 'out'))).toEqual([['grid-geography/a.in', 'deadline']]);
    expect(Object.keys(contents(join(cwd, 'out')))).not.toContain('grid-geography/a.out');
    expect(run(cwd, 'in', '-o', 'out').code).toBe(0);
  });
});
