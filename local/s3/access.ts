import type { IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';

export const ACCESS_KEY = 'local';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/;

/**
 * Refuses what a page in a browser could make it send: a foreign name that leads to this machine
 * (DNS rebinding), or a request of a foreign origin. Throws AccessDenied.
 */
export function checkOrigin({ headers }: IncomingMessage): void {
  const { host = '', origin } = headers;
  if (!LOOPBACK.test(host)) {
    throw new S3Error('AccessDenied', `Host: found ${host}, allowed 127.0.0.1, localhost or [::1]`);
  }
  if (origin !== undefined && !LOOPBACK.test(origin.replace(/^https?:\/\//, ''))) {
    throw new S3Error('AccessDenied', `Origin: found ${origin}, allowed a page of this machine`);
  }
}

/** The access key must be `local`; signatures are not verified, the expiry of a signed URL is. */
export function checkAccess(
  authorization: string | undefined,
  query: ReadonlyMap<string, string>,
): void {
  const key = accessKeyOf(authorization, query);
  if (key === undefined) throw new S3Error('AccessDenied', 'Access Denied: no access key given');
  if (key !== ACCESS_KEY) {
    throw new S3Error(
      'InvalidAccessKeyId',
      `The AWS Access Key Id you provided does not exist in our records: found ${key}, allowed ${ACCESS_KEY}`,
    );
  }
  if (Date.now() > expiryOf(query)) throw new S3Error('AccessDenied', 'Request has expired');
}

/** Signature versions 4 and 2, in the header or in the query. */
function accessKeyOf(
  authorization: string | undefined,
  query: ReadonlyMap<string, string>,
): string | undefined {
  if (authorization !== undefined) {
    const four = /^AWS4-HMAC-SHA256\s.*Credential=([^/,\s]+)\//.exec(authorization)?.[1];
    return four ?? /^AWS ([^:]+):/.exec(authorization)?.[1];
  }
  return query.get('X-Amz-Credential')?.split('/')[0] ?? query.get('AWSAccessKeyId');
}

/** Milliseconds since 1970; Infinity when the URL does not say, or says it in no known form. */
function expiryOf(query: ReadonlyMap<string, string>): number {
  const old = query.get('Expires');
  if (old !== undefined) return Number(old) * 1000;
  const seconds = query.get('X-Amz-Expires');
  if (seconds === undefined) return Number.POSITIVE_INFINITY;
  const date = query.get('X-Amz-Date') ?? '';
  const iso = date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  return Date.parse(iso) + Number(seconds) * 1000;
}
