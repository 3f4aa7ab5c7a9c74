import { describe, expect, test } from 'vitest';
import { Alphabet } from '../../../core/text/alphabet.ts';
import { InputError } from '../../../core/text/errors.ts';
import { TokenReader } from '../../../core/text/token-reader.ts';

const ANY = { symbol: 'x', min: -100, max: Number.MAX_SAFE_INTEGER };

function readerOf(text: string | Uint8Array, lenient = false): TokenReader {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return new TokenReader(bytes, { lenient });
}

/** `rule line:column found` of what is thrown, or the value. */
function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { rule, place, found } = error.finding;
    return `${rule} ${place?.line}:${place?.column} ${found}`;
  }
}

/** What is thrown. */
function failure(read: () => unknown): InputError {
  try {
    read();
  } catch (error) {
    return error as InputError;
  }
  throw new TypeError('nothing was thrown');
}

describe('integer', () => {
  test.each([
    ['7', 7],
    ['0', 0],
    ['-5', -5],
    ['999999999999999', 999_999_999_999_999],
    ['9007199254740991', 9_007_199_254_740_991],
    ['007', 7],
    ['\n\t \r\n 12\n', 12],
  ])('reads %j', (text, value) => {
    expect(readerOf(text).integer(ANY)).toBe(value);
  });

  test.each([
    ['', 'empty 1:1 an empty file'],
    [' \n\n', 'empty 3:1 an empty file'],
    ['+5', "number/malformed 1:1 '+5'"],
    ['-0', "number/malformed 1:1 '-0'"],
    ['1e3', "number/malformed 1:1 '1e3'"],
    ['0x10', "number/malformed 1:1 '0x10'"],
    ['5.0', "number/malformed 1:1 '5.0'"],
    ['1_000', "number/malformed 1:1 '1_000'"],
    ['12abc', "number/malformed 1:1 '12abc'"],
    ['NaN', "number/malformed 1:1 'NaN'"],
    ['--1', "number/malformed 1:1 '--1'"],
    ['-', "number/malformed 1:1 '-'"],
    ['\n...', "number/malformed 2:1 '...'"],
    [`${'9'.repeat(4001)}`, 'number/too-long 1:1 a number of 4001 digits'],
    ['1\u00002', 'encoding/nul 1:2 a NUL byte'],
    ['\u001b[0m', 'encoding/control-character 1:1 the control character U+001B'],
    ['１２', "encoding/not-ascii 1:1 the character U+FF11 '１'"],
    ['1\u00a02', "encoding/not-ascii 1:2 the character U+00A0 '<U+00A0>'"],
    ['1\u200b', "encoding/not-ascii 1:2 the character U+200B '<U+200B>'"],
  ])('refuses %j', (text, expected) => {
    expect(outcome(() => readerOf(text).integer(ANY))).toBe(expected);
  });

  test('refuses bytes that are no UTF-8, and names the byte', () => {
    const bytes = Uint8Array.of(0x31, 0xff, 0x0a);
    expect(outcome(() => readerOf(bytes).integer(ANY))).toBe(
      'encoding/invalid-utf-8 1:2 the byte 0xFF',
    );
  });

  test('reports a number out of range, goes on, and keeps the first report of a case', () => {
    const reader = readerOf('1 200\n300 4\n');
    const small = { symbol: 'n', min: 1, max: 100 };
    expect([1, 2, 3, 4].map(() => reader.integer(small))).toEqual([1, 200, 300, 4]);
    expect(reader.sound).toBe(false);
    expect(reader.takeReport()?.finding).toEqual({
      rule: 'number/out-of-range',
      place: { line: 1, column: 3 },
      found: 'n = 200',
      allowed: '1 ≤ n ≤ 100',
    });
    expect(reader.takeReport()).toBeNull();
  });

  test('compares exactly past 2^53, where a double cannot', () => {
    const reader = readerOf('9007199254740992');
    reader.integer(ANY);
    expect(reader.takeReport()?.finding.found).toBe('x = 9007199254740992');
  });

  test('accepts a plus sign only when it is lenient, with a warning', () => {
    const reader = readerOf('+5\n', true);
    expect(reader.integer(ANY)).toBe(5);
    expect(reader.warnings.map(({ rule }) => rule)).toEqual(['number/plus-sign']);
  });

  test.each([
    ['version https://git-lfs.github.com/spec/v1\n', 'Git LFS'],
    ['<!DOCTYPE html>\n', 'web page'],
    ['3 4\n<<<<<<< HEAD\n', 'merge markers'],
    ['3 4\n...\n', 'shortened sample'],
    ['```\n3 4\n```\n', 'Markdown'],
  ])('hints at what %j looks like', (text, hint) => {
    const read = () => {
      for (const reader = readerOf(text); ; ) reader.integer(ANY);
    };
    expect(failure(read).finding.hint).toContain(hint);
  });
});

describe('count', () => {
  const count = { symbol: 'm', min: 0, max: 1_000_000_000 };

  test('throws for a count that cannot be true, before anything is allocated', () => {
    expect(outcome(() => readerOf('1000000000\n1 2 3\n').count(count))).toBe(
      'count/exceeds-input 1:1 m = 1000000000',
    );
  });

  test('lets a small count meet the end of the file itself', () => {
    expect(readerOf('100\n1 2 3\n').count(count)).toBe(100);
  });

  test('accepts exactly as many tokens as the rest of the file can hold', () => {
    const text = (items: number) => `100000\n${'1\n'.repeat(items)}`;
    expect(readerOf(text(100_000)).count(count)).toBe(100_000);
    expect(outcome(() => readerOf(text(99_000)).count(count))).toMatch(/^count\/exceeds-input/);
  });

  test('throws for a count out of range', () => {
    expect(outcome(() => readerOf('-1\n').count(count))).toBe('count/out-of-range 1:1 m = -1');
  });
});

describe('row', () => {
  test('reads cells as indices into the alphabet', () => {
    expect([...readerOf('.#.\n').row(3, new Alphabet('#.'), 'row 1')]).toEqual([1, 0, 1]);
  });

  test('allows blanks and CR after a row, but nothing else', () => {
    expect([...readerOf('.. \t\r\n').row(2, new Alphabet('#.'), 'row 1')]).toEqual([1, 1]);
    expect(outcome(() => readerOf('.. #\n').row(2, new Alphabet('#.'), 'row 1'))).toBe(
      "board/blank-in-row 1:4 '#' after a blank in row 1",
    );
  });

  test.each(['..#', '.'])('tells where a row of another length starts: %s', (cells) => {
    const reader = readerOf(`7\n  ${cells}\n`);
    reader.integer(ANY);
    expect(outcome(() => reader.row(2, new Alphabet('#.'), 'row 1'))).toBe(
      `board/row-length 2:3 row 1 with ${cells.length} cells`,
    );
  });
});

describe('end', () => {
  test('is the end of the file, whatever white space follows', () => {
    const reader = readerOf('1\n\n \t\n');
    reader.integer(ANY);
    expect(outcome(() => reader.end())).toBeUndefined();
  });

  test('refuses a further token', () => {
    const reader = readerOf('1\n 2\n');
    reader.integer(ANY);
    expect(outcome(() => reader.end())).toBe("trailing-data 2:2 '2' after the case");
  });

  test.each([
    ['1\n\u00a0\n', "encoding/not-ascii 2:1 the character U+00A0 '<U+00A0>'"],
    ['1\n\u0000\n', 'encoding/nul 2:1 a NUL byte'],
  ])('names the character that stands there: %j', (text, expected) => {
    const reader = readerOf(text);
    reader.integer(ANY);
    expect(outcome(() => reader.end())).toBe(expected);
  });

  test('ignores bytes that are no UTF-8 after the last token, with a warning', () => {
    const reader = readerOf(Uint8Array.of(0x31, 0x0a, 0xff, 0xfe, 0x0a));
    reader.integer(ANY);
    expect(outcome(() => reader.end())).toBeUndefined();
    expect(reader.warnings.map(({ rule }) => rule)).toEqual(['text/ignored-rest']);
  });

  test('where the judge stops reading, only warns', () => {
    const reader = readerOf('1\n2\n');
    reader.integer(ANY);
    reader.endIgnoringRest();
    expect(reader.warnings.map(({ message }) => message)).toEqual([
      'the rest of the file is ignored, from 2:1 on',
    ]);
  });
});

describe('places', () => {
  test.each([
    ['1\n2\nx', '3:1'],
    ['1\r\n2\r\nx', '3:1'],
    ['1\r2\rx', '3:1'],
    ['\ufeff1 x', '1:3'],
    ['1\n\n\n  x', '4:3'],
  ])('in %j the x stands at %s', (text, place) => {
    const reader = readerOf(text);
    const read = () => {
      for (;;) reader.integer(ANY);
    };
    expect(outcome(read)).toBe(`number/malformed ${place} 'x'`);
  });

  test('many errors take time in proportion to the file, and places may be asked for backwards', () => {
    const reader = readerOf('-500\n'.repeat(200_000));
    const places: number[] = [];
    for (let line = 0; line < 200_000; line++) {
      reader.integer(ANY);
      places.push(reader.takeReport()?.finding.place?.line ?? 0);
    }
    expect(places.at(-1)).toBe(200_000);
    reader.report(5, { rule: 'x', found: 'x', allowed: 'x' });
    expect(reader.takeReport()?.finding.place).toEqual({ line: 2, column: 1 });
  });

  test('tokenOffset finds a token again', () => {
    const reader = readerOf(' 1\n22  333\n');
    expect(reader.tokenOffset(0, 2)).toBe(7);
  });
});
