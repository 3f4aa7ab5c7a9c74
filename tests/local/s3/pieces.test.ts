import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AwsChunkedDecoder } from '../../../local/s3/aws-chunked.ts';
import { type ListPage, listPage } from '../../../local/s3/listing.ts';
import { parseRange } from '../../../local/s3/range.ts';
import { formEncode, successor } from '../../../local/s3/text-encoding.ts';
import { buildXml, parseXml, textOf } from '../../../local/s3/xml.ts';

const BODY =
  '5;chunk-signature=abc\r\nhello\r\nC\r\n, chunks\r\n0\n\r\n0\r\nx-amz-checksum-crc32:AAAA==\r\n\r\n';

test('an aws-chunked body decodes the same however it is cut', () => {
  for (let size = 1; size <= BODY.length; size++) {
    const decoder = new AwsChunkedDecoder();
    const data: Buffer[] = [];
    for (let at = 0; at < BODY.length; at += size) {
      data.push(...decoder.push(Buffer.from(BODY.slice(at, at + size))));
    }
    decoder.end();
    expect(Buffer.concat(data).toString()).toBe('hello, chunks\r\n0\n');
    expect([...decoder.trailers]).toEqual([['x-amz-checksum-crc32', 'AAAA==']]);
  }
});

test.each([
  ['a size that is no number', 'x\r\n'],
  ['a chunk longer than its size', '1\r\nab\r\n'],
  ['an end before the last chunk', '5\r\nhello\r\n'],
  ['an end within a chunk', '5\r\nhel'],
  ['bytes after the end', '0\r\n\r\nx\r\n'],
  ['a size line without end', '1'.repeat(5000)],
])('an aws-chunked body with %s is refused', (_, body) => {
  const decoder = new AwsChunkedDecoder();
  expect(() => {
    decoder.push(Buffer.from(body));
    decoder.end();
  }).toThrow(/malformed/);
});

const key = fc.string({
  unit: fc.constantFrom('a', 'b', '/', '😀', 'Ａ', '\u{10ffff}'),
  maxLength: 5,
});

test('pages of any size give the list that one look at all keys gives', () => {
  const page = fc.record({
    keys: fc.uniqueArray(key.filter((text) => text !== '')),
    prefix: key,
    delimiter: fc.constantFrom('', '/', 'a/', '😀'),
    most: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(page, ({ keys, prefix, delimiter, most }) => {
      const sorted = keys.sort(byBytes);
      const scan = (from: string, to: string | null) =>
        sorted
          .filter((text) => byBytes(text, from) >= 0 && (to === null || byBytes(text, to) < 0))
          .map((text) => ({ key: text }));
      const found: string[] = [];
      let from: string | null = '';
      while (from !== null) {
        const listed: ListPage<{ key: string }> = listPage(scan, {
          ...{ prefix, delimiter, from, most },
        });
        const keys = listed.items.map((item) => item.key);
        const names = [...keys, ...listed.commonPrefixes].sort(byBytes);
        expect(names.length).toBeLessThanOrEqual(most);
        found.push(...names);
        from = listed.rest;
      }
      expect(found).toEqual(expectedList(sorted, prefix, delimiter));
    }),
    { numRuns: 2000 },
  );
});

function expectedList(sorted: readonly string[], prefix: string, delimiter: string): string[] {
  const names = sorted
    .filter((text) => text.startsWith(prefix))
    .map((text) => {
      const end = delimiter === '' ? -1 : text.indexOf(delimiter, prefix.length);
      return end < 0 ? text : text.slice(0, end + delimiter.length);
    });
  return [...new Set(names)];
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

test('the successor of a prefix is above all that begins with it, and nothing lies between', () => {
  expect(successor('a/')).toBe('a0');
  expect(successor('a\u{10ffff}')).toBe('b');
  expect(successor('\ud7ff')).toBe('\ue000');
  expect(successor('\u{10ffff}')).toBeNull();
});

test.each([
  [undefined, null],
  ['bytes=0-', { first: 0, last: 9 }],
  ['bytes=3-5', { first: 3, last: 5 }],
  ['bytes=3-99', { first: 3, last: 9 }],
  ['bytes=-4', { first: 6, last: 9 }],
  ['bytes=-40', { first: 0, last: 9 }],
  ['bytes=5-3', null],
  ['bytes=1-2,4-5', null],
  ['lines=1-2', null],
  ['bytes=-', null],
])('the range %s of ten bytes is %o', (header, span) => {
  expect(parseRange(header, 10)).toEqual(span);
});

test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])(
  'the range %s of ten bytes is refused',
  (header) => {
    expect(() => parseRange(header, 10)).toThrow(/not satisfiable/);
  },
);

test('keys are encoded as in a form, with slashes', () => {
  expect(formEncode("a b+c/ü~(1)!'*.in")).toBe('a+b%2Bc/%C3%BC%7E%281%29%21%27*.in');
});

test('what is written as XML is read back, controls and line ends too', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed()),
      (text) => {
        fc.pre(!text.includes('\0') && !/[\ufffe\uffff]/.test(text));
        expect(textOf(parseXml(buildXml('A', { B: text }), 'A'), 'B')).toBe(text);
      },
    ),
  );
});
