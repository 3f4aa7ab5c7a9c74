import { describe, expect, test } from 'vitest';
import { echo } from '../../core/text/echo.ts';
import { readPacked } from '../../io/pack.ts';

const read = (fields: object) =>
  readPacked(Buffer.from(JSON.stringify({ file: 'a.in', text: '', ...fields })), 2);

const OUTSIDE = [
  '',
  '/',
  '/etc/passwd',
  '.',
  './x.out',
  '../DONE.json',
  'a/../b.out',
  'a//b.out',
  'a/',
  '..\\DONE.json',
  '\\\\host\\share',
  'C:\\x.out',
  'c:/x.out',
  'a\u0000b.out',
  'a\nb.out',
  'a\u0085b.out',
  '\ud800.out',
  'x'.repeat(701),
  '删'.repeat(234),
];
const BELOW = ['x.out', 'a/b.out', '..x/...', 'a b/ü.out', 'x'.repeat(700), 'C:x', '.hidden'];

describe('a pack that is made by hand', () => {
  test.each(OUTSIDE)('has no answer at %j', (answer) => {
    expect(read({ answer })).toMatchObject({ answer: null, problem: { rule: 'pack/answer' } });
  });

  test.each(OUTSIDE)('has no instance of the name %j', (file) => {
    const instance = read({ file });
    expect(instance).toMatchObject({ line: 2, problem: { rule: 'pack/file' } });
    expect(instance).not.toHaveProperty('file');
  });

  test.each(BELOW)('may name an instance and an answer %j', (path) => {
    expect(read({ file: path, answer: path })).toMatchObject({
      file: path,
      answer: path,
      problem: null,
    });
  });

  test('has its problems shown as any text of a user', () => {
    const long = '\u001b[31m'.repeat(10_000);
    const problem = { rule: long, place: null, found: long, allowed: long, hint: long };
    expect(read({ problem })).toMatchObject({
      problem: {
        rule: echo(long),
        found: echo(long, 500),
        allowed: echo(long, 500),
        hint: echo(long, 500),
      },
    });
  });
});
