import type { Call } from './call.ts';
import { S3Error } from './errors.ts';
import { percentDecode } from './text-encoding.ts';

const LONGEST_KEY = 1024;

export type Target = Pick<Call, 'bucket' | 'key' | 'query'>;

/**
 * Takes a path-style URL apart as it stands: `..` and `//` belong to the key. Throws InvalidURI and
 * KeyTooLongError.
 */
export function parseTarget(url: string): Target {
  const [path = '', ...rest] = url.split('?');
  const [, bucket = '', key = ''] = path.match(/^\/([^/]*)\/?(.*)$/s) ?? [];
  const pairs = rest
    .join('?')
    .split('&')
    .filter((pair) => pair !== '');
  const query = new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decodeQuery(name), decodeQuery(value.join('='))] as const;
    }),
  );
  const target = { bucket: percentDecode(bucket), key: percentDecode(key), query };
  if (Buffer.byteLength(target.key) <= LONGEST_KEY) return target;
  throw new S3Error('KeyTooLongError', `Your key is too long: allowed ${LONGEST_KEY} bytes`);
}

function decodeQuery(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** What takes part in the signature of a URL; all other `x-amz-` parameters are headers in disguise. */
const SIGNING =
  /^x-amz-(algorithm|credential|date|expires|signedheaders|signature|security-token)$/;

/** The headers that a signed URL carries in its query. */
export function headersInQuery(query: ReadonlyMap<string, string>): Record<string, string> {
  const pairs = [...query].map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(
    pairs.filter(([name]) => name.startsWith('x-amz-') && !SIGNING.test(name)),
  );
}
