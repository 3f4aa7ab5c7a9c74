import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { KINDS, type Kind } from '../tools/containers/kinds.ts';
import { tarOf } from '../tools/containers/odd-tar.ts';
import { zipOf } from '../tools/containers/odd-zip.ts';
import { contents, folderWith, nimbus, root, rowsIn } from './command.ts';

const TEXT = '3\n0\n';
const LINE = `${JSON.stringify({ game: 'corner-geography', text: TEXT })}\n`;

const FILES = {
  'sample/nimbus.yaml': 'game: delete-nim\next: ans\n',
  'sample/01.in': '1\n2\n1 2\n',
  'corner-geography/1.in': TEXT,
  'corner-geography/bad.in': 'x\n',
  'lines.jsonl': LINE,
  'README.md': 'about',
};
const ENTRIES = Object.entries(FILES).map(([name, content]) => ({ name, content }));

describe('an archive', () => {
  test.each([
    ['tests.zip', zipOf(ENTRIES)],
    ['tests.tar', tarOf(ENTRIES)],
    ['tests.tar.gz', gzipSync(tarOf(ENTRIES))],
    ['tests.tar.zst', zstdCompressSync(tarOf(ENTRIES))],
  ])(
    '%s is a batch of its files, with the answers of the folder that was packed',
    (name, bytes) => {
      const plain = folderWith(FILES);
      nimbus(['run', '.', '-o', 'out'], { cwd: plain });
      const packed = folderWith({});
      writeFileSync(join(packed, name), bytes);
      const { code, stderr } = nimbus(['run', name, '-o', 'out'], { cwd: packed });
      expect(stderr).toContain('4 instances: 3 solved');
      expect(code).toBe(1);
      const answers = ({
        answer,
        error,
        game,
        case: number,
      }: ReturnType<typeof rowsIn>[number]) => [game, number, answer, error?.rule];
      const rows = rowsIn(join(packed, 'out'));
      expect(rows.map(answers)).toEqual(rowsIn(join(plain, 'out')).map(answers));
      expect(rows.map(({ file }) => file)).toEqual(
        rowsIn(join(plain, 'out')).map(({ file }) => `${name}/${file}`),
      );
      const tree = contents(join(packed, 'out'));
      expect(tree[`${name}/sample/01.ans`]).toBe(contents(join(plain, 'out'))['sample/01.ans']);
      expect(tree[`${name}/corner-geography/1.out`]).toBe('Bob\n');
    },
  );

  test('has its answers in a folder beside it, and is found in a folder, where it is solved once', () => {
    const folder = folderWith({ 'corner-geography-2.in': '2\n0\n' });
    const bytes = zipOf(ENTRIES);
    writeFileSync(join(folder, 'tests.zip'), bytes);
    expect(nimbus(['run', '.'], { cwd: folder }).stderr).toContain('5 instances: 4 solved');
    expect(readFileSync(join(folder, 'tests.zip')).equals(bytes)).toBe(true);
    expect(contents(folder)).toMatchObject({
      'corner-geography-2.out': 'Alice\n',
      'tests.zip.answers/corner-geography/1.out': 'Bob\n',
      'tests.zip.answers/sample/01.ans': expect.anything(),
    });
    expect(nimbus(['run', '.'], { cwd: folder }).stderr).toMatch(/4 solved \(4 cached\)/);
  });

  test('that is refused is one error among the files of a folder, and ends a run that names it', () => {
    const folder = folderWith({ 'corner-geography-2.in': '2\n0\n', 'a.zip': '<!doctype html>' });
    const inFolder = nimbus(['run', '.'], { cwd: folder });
    expect(inFolder.code).toBe(1);
    expect(inFolder.stderr).toContain(
      'a.zip: container/type: found an HTML page with the name a.zip',
    );
    expect(inFolder.stderr).toContain('2 instances: 1 solved');
    const named = nimbus(['run', 'a.zip'], { cwd: folder });
    expect(named.code).toBe(3);
    expect(named.stderr).toContain('a.zip: container/type');
  });

  test('may have as many entries as a flag says, and patterns choose among them', () => {
    const folder = folderWith({});
    writeFileSync(join(folder, 'a.zip'), zipOf(ENTRIES));
    const few = nimbus(['run', 'a.zip', '--max-entries', '5'], { cwd: folder });
    expect(few).toMatchObject({ code: 3, stderr: expect.stringContaining('zip/too-many-entries') });
    const words = ['run', 'a.zip', '-o', 'out', '--only', '**/1.in', '--max-entries', '6', '-v'];
    const some = nimbus(words, { cwd: folder });
    expect(some.stderr).toContain('1 instance: 1 solved');
    expect(some.stderr).toContain('ignored a.zip/README.md: not an instance by its name');
    expect(nimbus(['run', '.', '--skip', '*.zip'], { cwd: folder }).code).toBe(3);
    expect(nimbus(['run', '.', '--max-entries', '100001'], { cwd: folder }).code).toBe(2);
  });
});

test('plan --explain tells whose layout files and archives have', () => {
  const files = {
    'data/secret/1.in': TEXT,
    'data/secret/1.ans': 'Bob\n',
    'data/secret/2.in': TEXT,
  };
  const folder = folderWith({ ...files, 'problem.yaml': 'name: corner-geography\n' });
  const polygon = [{ name: 'tests/01', content: TEXT }];
  writeFileSync(join(folder, 'corner-geography.zip'), zipOf(polygon));
  const { code, stdout, stderr } = nimbus(['plan', '.', '--explain'], { cwd: folder });
  expect(code).toBe(0);
  expect(stderr).toContain('layout of files: Kattis package, 2 inputs, 1 with an answer');
  expect(stderr).toContain('layout of corner-geography.zip: Polygon, 1 input, 0 with an answer');
  expect(stdout).toContain('the folder corner-geography');
});

test('a pipe is not opened to see whether it is an archive', () => {
  const folder = folderWith({});
  const script =
    'mkfifo a.in; printf "3\\n0\\n" > a.in & "$0" "$1" run a.in -g corner-geography -o out';
  const door = join(root, 'cli/nimbus.mjs');
  const words = ['-c', `${script}; wait`, process.execPath, door];
  const { stderr } = spawnSync('sh', words, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  expect(stderr).toContain('1 instance: 1 solved');
});

describe('a packed file', () => {
  test.each([
    ['corner-geography-1.in.gz', gzipSync(TEXT)],
    ['corner-geography-1.in.zst', zstdCompressSync(TEXT)],
  ])('%s is the instance in it, beside which its answer goes', (name, bytes) => {
    const folder = folderWith({});
    writeFileSync(join(folder, name), bytes);
    expect(nimbus(['run', name], { cwd: folder }).code).toBe(0);
    expect(contents(folder)['corner-geography-1.out']).toBe('Bob\n');
    expect(nimbus(['solve', 'corner-geography', name], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: 'Bob\n',
    });
    const input = { cwd: folder, input: bytes };
    expect(nimbus(['solve', 'corner-geography'], input)).toMatchObject({
      code: 0,
      stdout: 'Bob\n',
    });
    expect(nimbus(['run', '-', '-g', 'corner-geography', '-o', '-'], input).stdout).toBe('Bob\n');
  });

  test('of JSON Lines is its lines', () => {
    const folder = folderWith({});
    writeFileSync(join(folder, 'a.jsonl.gz'), gzipSync(LINE + LINE));
    const { stderr } = nimbus(['run', 'a.jsonl.gz', '-o', 'out'], { cwd: folder });
    expect(stderr).toContain('2 instances: 2 solved');
    expect(rowsIn(join(folder, 'out')).map(({ line }) => line)).toEqual([1, 2]);
  });

  test('that is damaged, or an archive, is no instance for solve', () => {
    const cut = nimbus(['solve', 'corner-geography'], { input: gzipSync(TEXT).subarray(0, 12) });
    expect(cut).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('gzip/truncated'),
    });
    const zip = nimbus(['solve', 'corner-geography'], { input: zipOf(ENTRIES) });
    expect(zip).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('nimbus run'),
    });
  });
});

test('an archive that is refused harms nothing that is named beside it', () => {
  const folder = folderWith({ 'in/delete-nim/a.in': '1\n2\n1 2\n' });
  writeFileSync(join(folder, 'cut.zip'), zipOf(ENTRIES).subarray(0, 60));
  const alone = nimbus(['run', 'cut.zip', '-o', 'alone'], { cwd: folder });
  expect(alone).toMatchObject({ code: 3, stderr: expect.stringContaining('zip/truncated') });
  const { code } = nimbus(['run', 'in', 'cut.zip', '-o', 'out'], { cwd: folder });
  expect(code).toBe(1);
  expect(rowsIn(join(folder, 'out')).map(({ file, error }) => [file, error?.rule])).toEqual([
    ['in/delete-nim/a.in', undefined],
    ['cut.zip', 'zip/truncated'],
  ]);
});

test('gzip data that seems too large may be cut off, and the hint says so', () => {
  const whole = gzipSync(Buffer.alloc(1 << 22, TEXT));
  // What stands at the end of a part is taken for a length.
  const cut = Buffer.concat([whole, Buffer.alloc(1 << 22), Buffer.from([0, 0, 0, 0x50])]);
  const { code, stderr } = nimbus(['solve', 'corner-geography'], { input: cut });
  expect(code).toBe(1);
  expect(stderr).toMatch(/gzip\/too-large: found \d+ bytes or more unpacked/);
  expect(stderr).toContain('it was cut off: pack it anew');
});

/** What becomes of a container that the user names. */
function outcomeOf({ file, bytes }: Kind) {
  const folder = folderWith({});
  writeFileSync(join(folder, file), bytes());
  const { code, stderr } = nimbus(['run', file, '-o', 'out', '-v'], { cwd: folder });
  const rows = code === 3 ? [] : rowsIn(join(folder, 'out'));
  return {
    code,
    stderr,
    rules: rows.flatMap(({ error, warnings }) => [
      ...(error ? [error.rule] : []),
      ...warnings.map(({ rule }) => rule),
    ]),
    solved: rows
      .filter(({ status }) => status === 'solved')
      .map((row) => row.file.replace('a.zip/', '')),
  };
}

const CODES = { O: 0, W: 0, I: 0, E: 1, R: 3 };

test.each(KINDS.map((kind) => [`${kind.id} ${kind.what}`, kind] as const))('%s', (_, kind) => {
  const { code, stderr, rules, solved } = outcomeOf(kind);
  expect({ code, solved: solved.sort() }).toEqual({
    code: CODES[kind.outcome],
    solved: [...kind.solved].sort(),
  });
  if (kind.outcome === 'E' || kind.outcome === 'W') expect(rules).toContain(kind.rule);
  else expect(rules).toEqual([]);
  if (kind.outcome === 'R' || kind.outcome === 'I') expect(stderr).toContain(kind.rule);
});
