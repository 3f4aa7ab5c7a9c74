import type { Span } from './bodies.ts';
import { S3Error } from './errors.ts';

/**
 * The bytes that a `Range` header asks for; null for the whole object, which is also the answer to a
 * header that is no single byte range. Throws InvalidRange when the object has none of them.
 * Source: RFC 9110 section 14.
 */
export function parseRange(header: string | undefined, size: number): Span | null {
  const [, from, to] = header?.match(/^bytes=(\d{0,16})-(\d{0,16})$/) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  if (from === '') return checked(Math.max(size - Number(to), 0), size - 1, size);
  if (to !== '' && Number(to) < Number(from)) return null;
  return checked(Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1), size);
}

function checked(first: number, last: number, size: number): Span {
  if (first < size) return { first, last };
  throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
    'content-range': `bytes */${size}`,
  });
}

/** The bytes of `x-amz-copy-source-range`, which must lie in the object; null for the whole. */
export function parseCopyRange(header: string | undefined, size: number): Span | null {
  if (header === undefined) return null;
  const [, from, to] = header.match(/^bytes=(\d{1,16})-(\d{1,16})$/) ?? [];
  if (from === undefined || Number(to) < Number(from)) {
    throw new S3Error(
      'InvalidArgument',
      `The x-amz-copy-source-range value must be of the form bytes=first-last: ${header}`,
    );
  }
  if (Number(to) >= size) {
    throw new S3Error('InvalidRange', `Range ${header} is not in the source of ${size} bytes`);
  }
  return { first: Number(from), last: Number(to) };
}

/** All bytes; `last` is −1 when there are none. */
export function wholeOf(size: number): Span {
  return { first: 0, last: size - 1 };
}
