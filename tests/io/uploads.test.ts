import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, jobId, optionsAsMetadata, optionsFrom } from '../../io/uploads.ts';

describe('the options in the metadata of an upload', () => {
  test('come out as they went in, and what is not of nimbus is passed over', () => {
    const options = { game: 'delete-nim', lenient: true, ext: 'ans', tolerate: 2.5 } as const;
    expect(optionsFrom({ ...optionsAsMetadata(options), constructor: 'x' })).toEqual(options);
    expect(optionsFrom(optionsAsMetadata(DEFAULT_OPTIONS))).toEqual(DEFAULT_OPTIONS);
  });

  test('ask for other answers, and for nothing where they do not', () => {
    const asked = { exact: false, modulus: 97, histogram: true };
    const metadata = optionsAsMetadata({ ...DEFAULT_OPTIONS, asked });
    expect(metadata).toEqual({ 'nimbus-modulus': '97', 'nimbus-histogram': 'true' });
    expect(optionsFrom(metadata)).toEqual({ ...DEFAULT_OPTIONS, asked });
    expect(optionsFrom({ 'nimbus-exact': 'false' })).toEqual(DEFAULT_OPTIONS);
  });

  test.each(['0', '2147483648', '-7', '7.5', '', 'x'])('have no modulus of %j', (text) => {
    expect(optionsFrom({ 'nimbus-modulus': text })).toBe(`nimbus-modulus = '${text}'`);
  });

  test('name other jobs, and the judge’s answer the one that it always had', () => {
    const upload = { bucket: 'in', key: 'inbox/a.in', version: null, etag: 'e' };
    const ids = [
      DEFAULT_OPTIONS,
      { ...DEFAULT_OPTIONS, asked: { exact: true, modulus: null, histogram: false } },
      { ...DEFAULT_OPTIONS, asked: { exact: false, modulus: 97, histogram: false } },
    ].map((options) => jobId(upload, 'dag-subgraph-count', options, 'dag-subgraph-count@1'));
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe('dag-subgraph-count-c045c8a5d67169e3');
  });

  test.each([
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'valueOf',
    'colour',
    '',
    'Game',
  ])('have no name that is not in the list, such as %j', (name) => {
    expect(optionsFrom({ [`nimbus-${name}`]: 'x' })).toBe(`nimbus-${name} = 'x'`);
  });

  test('are shown at 200 bytes and without controls where they are wrong', () => {
    const shown = optionsFrom({ 'nimbus-game': '\u001b[31m'.repeat(1_000) }) as string;
    expect(shown.length).toBeLessThanOrEqual(201);
    expect(shown).toContain('<U+001B>');
  });
});
