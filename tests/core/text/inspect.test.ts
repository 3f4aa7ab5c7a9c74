import { expect, test } from 'vitest';
import { ParseError } from '../../../core/text/errors.ts';
import { TokenReader } from '../../../core/text/token-reader.ts';

/** The rules of the warnings about a file of numbers that was read to its end. */
function warnings(text: string): string[] {
  const reader = new TokenReader(new TextEncoder().encode(text));
  while (reader.more()) reader.integer({ symbol: 'x', min: 0, max: 100 });
  return reader.warnings.map(({ rule }) => rule);
}

test.each([
  ['1\n2\n', []],
  ['1\n2\n\n\n', []],
  ['1  2\t3\n', []],
  ['', []],
  ['1\r\n2\r\n', ['text/crlf']],
  ['1\r2\r', ['text/cr']],
  ['1\r\n2\n', ['text/mixed-line-ends']],
  ['1\r2\n', ['text/mixed-line-ends']],
  ['1\n2', ['text/no-final-newline']],
  ['\ufeff1\n', ['text/bom']],
  ['1 \n2\n', ['text/trailing-blanks']],
  ['1\t\r\n2\r\n', ['text/crlf', 'text/trailing-blanks']],
  ['1\n2 ', ['text/trailing-blanks']],
  ['1\n  \n2\n', ['text/trailing-blanks']],
  ['1\n\u001a', ['text/dos-end']],
  ['1\n\u001a\r\n', ['text/dos-end']],
  ['\ufeff1\r\n2', ['text/bom', 'text/crlf', 'text/no-final-newline']],
])('%j has the warnings %j', (text, rules) => {
  expect(warnings(text)).toEqual(rules);
});

test.each([
  ['with a mark, little end first', 'utf16le', '\ufeff1\n2\n'],
  ['without a mark', 'utf16le', '1\n2\n'],
] as const)('UTF-16 %s is refused', (_, encoding, text) => {
  expect(() => new TokenReader(new Uint8Array(Buffer.from(text, encoding)))).toThrowError(
    ParseError,
  );
});

test('UTF-16 with the big end first is refused', () => {
  expect(() => new TokenReader(Uint8Array.of(0, 0x31, 0, 0x0a))).toThrowError(/utf-16/);
  expect(() => new TokenReader(Uint8Array.of(0xfe, 0xff, 0, 0x31))).toThrowError(/utf-16/);
});
