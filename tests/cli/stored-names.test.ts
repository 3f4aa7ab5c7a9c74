import { resolve, sep } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathBelow } from '../../cli/job/download.ts';
import { storedNames } from '../../cli/job/stored-names.ts';

const paths = (names: readonly string[]) => storedNames(names).map(({ path }) => path);

test('a name that every system takes is its own path', () => {
  const names = [
    'answers/a/b.out',
    'results.jsonl',
    '..foo',
    'a b+c%20.out',
    'ü',
    'con2.out',
    '.x',
  ];
  expect(paths(names)).toEqual(names);
  expect(storedNames(names).every(({ reason }) => reason === null)).toBe(true);
});

test.each([
  ['..', '%2E%2E'],
  ['a/../../b', 'a/%2E%2E/%2E%2E/b'],
  ['./a', '%2E/a'],
  ['/etc/passwd', '%2F/etc/passwd'],
  ['a//b', 'a/%2F/b'],
  ['a\\..\\b', 'a%5C..%5Cb'],
  ['c:/x', 'c%3A/x'],
  ['con', '%63on'],
  ['AUX.out', '%41UX.out'],
  ['lpt1.a.b', '%6Cpt1.a.b'],
  ['dot.', 'dot%2E'],
  ['blank ', 'blank%20'],
  ['line\nfeed', 'line%0Afeed'],
  ['\u001b[31m', '%1B[31m'],
  ['\u202egnp.exe', '%E2%80%AEgnp.exe'],
  ['nul\u0000', 'nul%00'],
  ['a?b*c', 'a%3Fb%2Ac'],
  ['.x.nimbus-part', '%2Ex.nimbus-part'],
  ['%2E%2E/x', '%2E%2E/x'],
])('%j is stored as %s', (name, path) => {
  expect(paths([name])).toEqual([path]);
});

test.each([
  [
    ['a', 'a/b'],
    ['a', 'a~2/b'],
  ],
  [
    ['a/b', 'a'],
    ['a/b', 'a~2'],
  ],
  [
    ['A.out', 'a.out'],
    ['A.out', 'a~2.out'],
  ],
  [
    ['\u00e9.out', 'e\u0301.out'],
    ['\u00e9.out', 'e\u0301~2.out'],
  ],
  [
    ['x', 'X', 'x~2'],
    ['x', 'X~2', 'x~2~2'],
  ],
  [
    ['D/1', 'd/1', 'd/2'],
    ['D/1', 'd/1~2', 'd/2'],
  ],
  [
    ['a', 'a/b', 'a/c'],
    ['a', 'a~2/b', 'a~2/c'],
  ],
  [
    ['..', '%2E%2E'],
    ['%2E%2E', '%2E%2E~2'],
  ],
])('%j become %j, so that none takes the place of another', (names, expected) => {
  expect(paths(names)).toEqual(expected);
});

test('a part that is too long for a file system gets a name by its hash, and keeps its extension', () => {
  const [path] = paths([`${'ä'.repeat(200)}.out`]);
  expect(path).toMatch(/^long-name-[0-9a-f]{32}\.out$/);
});

const part = fc.oneof(
  fc.constantFrom('.', '..', '', 'a', 'A', 'con', 'a~2', '%2E%2E', 'x.', '\\', 'é', 'e\u0301'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

test('whatever the names are, all paths lie below the folder and no two are one on any file system', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
      const stored = paths(names);
      const folded = stored.map((path) => path.normalize('NFC').toLowerCase());
      expect(new Set(folded).size).toBe(names.length);
      for (const [at, path] of folded.entries()) {
        const target = pathBelow('/x/y', stored[at] as string);
        expect(target.startsWith(`${resolve('/x/y')}${sep}`)).toBe(true);
        expect(folded.some((other) => other.startsWith(`${path}/`))).toBe(false);
      }
      expect(paths(names)).toEqual(stored);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['../x', '..', 'a/../../x', ''])(
  '%j is refused as a path below a folder, should it ever come to that',
  (path) => {
    expect(() => pathBelow('/x/y', path)).toThrow('fetch/path');
  },
);
