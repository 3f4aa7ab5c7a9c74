import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeAtomically } from '../../io/atomic-write.ts';
import { answerPath, fileKind, usualExtension } from '../../io/file-kinds.ts';
import { linesOf, readInstance } from '../../io/json-lines.ts';
import { problemName, readSettings, SettingsError } from '../../io/settings.ts';
import { walk } from '../../io/walk.ts';
import { folderWith } from '../cli/command.ts';

describe('fileKind', () => {
  test.each([
    ['1.in', 'instance'],
    ['deep/er/X.IN', 'instance'],
    ['notes.txt', 'instance'],
    ['tests/01', 'instance'],
    ['input1.txt', 'instance'],
    ['input.000', 'instance'],
    ['input1.in', 'instance'],
    ['input_gen.py', 'other'],
    ['inputs.json', 'other'],
    ['results.jsonl', 'other'],
    ['batch.jsonl', 'json-lines'],
    ['1.out', 'answer'],
    ['1.ans', 'answer'],
    ['01.a', 'answer'],
    ['output1.txt', 'answer'],
    ['output.000', 'answer'],
    ['a.zip', 'container'],
    ['a.in.gz', 'container'],
    ['.DS_Store', 'other'],
    ['._1.in', 'other'],
    ['1.in~', 'other'],
    ['README.md', 'other'],
  ] as const)('%s is %s', (path, kind) => {
    expect(fileKind(path)).toBe(kind);
  });
});

describe('answers', () => {
  test.each([
    ['a/1.in', 'out', 'a/1.out'],
    ['a.b.in', 'ans', 'a.b.ans'],
    ['01', 'a', '01.a'],
    ['x/input7.txt', 'out', 'x/output7.txt'],
    ['input1.in', 'ans', 'input1.ans'],
    ['odd.name', 'out', 'odd.name.out'],
    ['/a.in', 'out', '/a.out'],
    ['//a.in', 'out', '//a.out'],
    ['a//b.in', 'out', 'a//b.out'],
    ['../a.in', 'out', '../a.out'],
    ['./a.in', 'out', 'a.out'],
  ] as const)('the answer to %s with .%s is %s', (path, extension, answer) => {
    expect(answerPath(path, extension)).toBe(answer);
  });

  test.each([
    ['a/1.in', ['a/1.ans'], 'ans'],
    ['a/1.in', ['a/1.a'], 'a'],
    ['a/1.in', ['a/1.ans', 'a/1.out'], 'out'],
    ['tests/01', [], 'a'],
    ['p/data/secret/1.in', [], 'ans'],
    ['p/1.in', [], 'out'],
  ])('%s among %j gets .%s', (path, there, extension) => {
    expect(usualExtension(path, (other) => there.includes(other))).toBe(extension);
  });
});

test('walk lists files in one order, follows links to files only, and leaves hidden folders out', () => {
  const folder = folderWith({
    'b.in': '',
    'a/z.in': '',
    'a/b/c.in': '',
    '.git/x.in': '',
    'node_modules/x.in': '',
  });
  mkdirSync(join(folder, 'empty'));
  symlinkSync(folder, join(folder, 'loop'));
  symlinkSync(join(folder, 'b.in'), join(folder, 'link.in'));
  symlinkSync(join(folder, 'gone'), join(folder, 'dangling'));
  expect(walk(folder)).toEqual({
    files: ['a/b/c.in', 'a/z.in', 'b.in', 'link.in'],
    others: ['dangling', 'loop'],
  });
});

describe('writeAtomically', () => {
  test('makes folders, replaces the file, and leaves nothing else', () => {
    const folder = folderWith({});
    const path = join(folder, 'x/y/1.out');
    writeAtomically(path, 'first\n');
    writeAtomically(path, 'second\n', { durable: true });
    expect(readFileSync(path, 'utf8')).toBe('second\n');
    expect(readdirSync(join(folder, 'x/y'))).toEqual(['1.out']);
  });

  test('takes up what a killed process left half grown', () => {
    const folder = folderWith({ '.1.out.nimbus-part': 'half' });
    writeAtomically(join(folder, '1.out'), 'whole\n');
    expect(existsSync(join(folder, '.1.out.nimbus-part'))).toBe(false);
  });
});

describe('settings', () => {
  const settingsOf = (text: string) => () => readSettings('nimbus.yaml', text);

  test('are a game and an extension, both optional', () => {
    expect(settingsOf('game: delete-nim\next: ans\n')()).toEqual({
      game: 'delete-nim',
      ext: 'ans',
    });
    expect(settingsOf('')()).toEqual({});
  });

  test.each(['gaem: x\n', 'ext: exe\n', 'game: 3\n', '- a\n', 'a: [\n', 'a: &a [*a]\nb: *c\n'])(
    '%j is refused',
    (text) => {
      expect(settingsOf(text)).toThrowError(SettingsError);
    },
  );

  test('problem.yaml gives its short name', () => {
    const text = 'name: Delete Nim\nshort_name: delete-nim\n';
    expect(problemName('problem.yaml', text)).toBe('delete-nim');
    expect(problemName('problem.yaml', 'name: {en: Nim}\n')).toBeNull();
  });
});

describe('the lines of a JSON Lines file', () => {
  const rules = (text: string | Uint8Array) =>
    [...linesOf(typeof text === 'string' ? Buffer.from(text) : text)]
      .map(({ bytes, line }) => readInstance(bytes, line))
      .map((line) =>
        'problem' in line
          ? `${line.line} ${line.problem.rule}`
          : `${line.line} ${line.instance.text}`,
      );

  test('numbers lines, steps over blank ones, and needs no last line end', () => {
    expect(rules('{"text":"a"}\n\n  \r\n{"text":"b","id":7}')).toEqual(['1 a', '4 b']);
  });

  test.each([
    ['{"text":', 'json-lines/syntax'],
    ['[1]', 'json-lines/field'],
    ['{"text":5}', 'json-lines/field'],
    ['{}', 'json-lines/field'],
    ['{"text":"a","exact":1}', 'json-lines/field'],
    ['{"text":"a","__proto__":{}}', 'json-lines/field'],
    ['{"text":"a","id":9007199254740993}', 'json-lines/field'],
    ['{"text":"a","text":"b"}', 'json-lines/repeated-key'],
    ['{"text":"a","te\\u0078t":"b"}', 'json-lines/repeated-key'],
    ['{"text":"a","x":{"text":1}}', 'json-lines/field'],
    ['NaN', 'json-lines/syntax'],
  ])('%s breaks %s and harms no neighbour', (line, rule) => {
    expect(rules(`{"text":"a"}\n${line}\n{"text":"b"}\n`)).toEqual(['1 a', `2 ${rule}`, '3 b']);
  });

  test('refuses bytes that are no UTF-8 and lines that are too long', () => {
    expect(rules(Uint8Array.of(0x7b, 0xff, 0x7d))).toEqual(['1 encoding/invalid-utf-8']);
    expect(rules(`{"text":"${'x'.repeat(16 * 1024 * 1024)}"}`)).toEqual(['1 json-lines/too-long']);
  });
});
