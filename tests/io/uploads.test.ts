import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, optionsAsMetadata, optionsFrom } from '../../io/uploads.ts';

describe('the options in the metadata of an upload', () => {
  test('come out as they went in, and what is not of nimbus is passed over', () => {
    const options = { game: 'delete-nim', lenient: true, ext: 'ans', tolerate: 2.5 } as const;
    expect(optionsFrom({ ...optionsAsMetadata(options), constructor: 'x' })).toEqual(options);
    expect(optionsFrom(optionsAsMetadata(DEFAULT_OPTIONS))).toEqual(DEFAULT_OPTIONS);
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
