import { expect, test } from 'vitest';
import { filesUnder, read, sources } from './sources.ts';

const core = sources.filter((path) => path.startsWith('core/'));

test('every error has a name of its own', () => {
  expect(sources.filter((path) => /new Error\(/.test(read(path)))).toEqual([]);
});

test('core has no clock and no randomness but the seeded one', () => {
  expect(
    core.filter((path) => /\bDate\b|Math\.random|performance\.|process\./.test(read(path))),
  ).toEqual([]);
});

test('nothing is silenced: no any, no ignored types, no empty catch, no non-null assertion', () => {
  const silenced =
    /\bany\b(?= *[;,)>\]=|])|@ts-(ignore|nocheck|expect-error)|catch( \([^)]*\))? \{\s*\}|as never\b/;
  expect(sources.filter((path) => silenced.test(read(path)))).toEqual([]);
});

test.each(filesUnder('core/theory'))(
  '%s states its theorem, its source and where it is valid',
  (path) => {
    const text = read(path);
    expect(text).toMatch(/^\/\*\*\n \* Statement: /m);
    expect(text).toMatch(/^ \* Source: .+/m);
    expect(text).toMatch(/^ \* Valid for: .+/m);
  },
);

test('no file is a drawer of odds and ends', () => {
  expect(
    sources.filter((path) => /(^|\/)(utils?|helpers?|common|misc)(\.ts|\/)/.test(path)),
  ).toEqual([]);
});
