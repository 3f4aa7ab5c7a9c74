import type { Call, Headers } from './call.ts';
import { checksumHeaders } from './checksums.ts';
import { quoted } from './conditions.ts';
import { S3Error } from './errors.ts';
import type { StoredObject } from './object-table.ts';

/** Kept with the object, and which a signed GET may override by `response-…` in its query. */
const KEPT = [
  'content-type',
  'content-language',
  'content-disposition',
  'content-encoding',
  'cache-control',
  'expires',
] as const;
const META = 'x-amz-meta-';
const LONGEST_META = 2048;

/** The headers that stay with an object; throws MetadataTooLarge above 2 KiB of user metadata. */
export function headersToKeep(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  let metaSize = 0;
  for (const [name, value] of Object.entries(headers)) {
    const meta = name.startsWith(META);
    if (value === undefined || !(meta || KEPT.some((known) => known === name))) continue;
    if (meta) metaSize += name.length - META.length + value.length;
    kept[name] = value;
  }
  const encodings = (kept['content-encoding'] ?? '').split(',').map((name) => name.trim());
  const encoding = encodings.filter((name) => name !== '' && name !== 'aws-chunked').join(',');
  delete kept['content-encoding'];
  if (encoding !== '') kept['content-encoding'] = encoding;
  if (metaSize > LONGEST_META) {
    throw new S3Error(
      'MetadataTooLarge',
      `Your metadata headers exceed the maximum allowed metadata size: found ${metaSize} bytes, allowed ${LONGEST_META}`,
    );
  }
  return kept;
}

/** What GET and HEAD tell of an object; the checksum only of the whole and when asked for. */
export function describe(object: StoredObject, call: Call, whole: boolean): Record<string, string> {
  const { headers, tags, checksum } = object.detail;
  const asked = whole && call.headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED';
  return {
    'accept-ranges': 'bytes',
    etag: quoted(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
    ...headers,
    ...overrides(call),
    ...(tags.length > 0 ? { 'x-amz-tagging-count': String(tags.length) } : {}),
    ...(asked ? checksumHeaders(checksum) : {}),
  };
}

function overrides({ query }: Call): Record<string, string> {
  const found = KEPT.map((name) => [name, query.get(`response-${name}`)] as const);
  const given = found.filter((entry): entry is [(typeof KEPT)[number], string] => !!entry[1]);
  const bad = given.find(([, value]) => /[^\t\x20-\x7e\x80-\xff]/.test(value));
  if (bad === undefined) return Object.fromEntries(given);
  throw new S3Error('InvalidArgument', `response-${bad[0]}: found a value that no header may have`);
}
