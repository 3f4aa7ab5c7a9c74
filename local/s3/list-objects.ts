import { type Answer, type Call, numberOf, xmlAnswer } from './call.ts';
import { quoted } from './conditions.ts';
import { S3Error } from './errors.ts';
import { behind, type ListPage, type ListQuery, listPage } from './listing.ts';
import type { StoredObject } from './object-table.ts';
import type { Store } from './store.ts';
import { formEncode, next } from './text-encoding.ts';
import type { XmlContent } from './xml.ts';

const MOST_KEYS = 1000;

export function listObjectsV2(store: Store, call: Call): Answer {
  const { query } = call;
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const from = token === undefined ? (startAfter ? next(startAfter) : '') : decodeToken(token);
  const { page, asked, encode } = list(store, call, from);
  return xmlAnswer('ListBucketResult', {
    ...common(call, { page, asked, encode }, query.get('fetch-owner') === 'true'),
    KeyCount: page.items.length + page.commonPrefixes.length,
    ContinuationToken: token,
    NextContinuationToken: page.rest === null ? undefined : encodeToken(page.rest),
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
  });
}

export function listObjectsV1(store: Store, call: Call): Answer {
  const { query } = call;
  const marker = query.get('marker') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const from = marker === '' ? '' : behind(marker, query.get('prefix') ?? '', delimiter);
  const { page, asked, encode } = list(store, call, from);
  return xmlAnswer('ListBucketResult', {
    ...common(call, { page, asked, encode }, true),
    Marker: encode(marker),
    NextMarker: page.rest === null || delimiter === '' ? undefined : encode(page.last),
  });
}

interface Listed {
  readonly page: ListPage<StoredObject>;
  readonly asked: ListQuery;
  /** As `encoding-type` asks. */
  readonly encode: (text: string) => string;
}

function list(store: Store, call: Call, from: string): Listed {
  const { bucket, query } = call;
  store.buckets.get(bucket);
  const asked: ListQuery = {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    from,
    most: Math.min(
      numberOf(call, 'max-keys', { least: 0, greatest: 2 ** 31 - 1, absent: MOST_KEYS }),
      MOST_KEYS,
    ),
  };
  const page = listPage((start, end) => store.objects.scan(bucket, start, end), asked);
  return { page, asked, encode: encoderOf(call) };
}

/** Throws InvalidArgument for another `encoding-type` than `url`. */
export function encoderOf({ query }: Call): (text: string) => string {
  const type = query.get('encoding-type');
  if (type === undefined) return (text) => text;
  if (type === 'url') return formEncode;
  throw new S3Error('InvalidArgument', `encoding-type: found ${type}, allowed url`);
}

function common(
  { bucket, query }: Call,
  { page, asked, encode }: Listed,
  owner: boolean,
): Record<string, XmlContent> {
  return {
    Name: bucket,
    Prefix: encode(asked.prefix),
    Delimiter: asked.delimiter === '' ? undefined : encode(asked.delimiter),
    MaxKeys: asked.most,
    EncodingType: query.get('encoding-type'),
    IsTruncated: page.rest !== null,
    Contents: page.items.map(({ key, size, etag, modified, detail: { checksum } }) => ({
      Key: encode(key),
      LastModified: new Date(modified).toISOString(),
      ETag: quoted(etag),
      ChecksumAlgorithm: checksum?.algorithm,
      ChecksumType: checksum?.type,
      Size: size,
      StorageClass: 'STANDARD',
      Owner: owner ? { ID: 'local', DisplayName: 'local' } : undefined,
    })),
    CommonPrefixes: page.commonPrefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  };
}

function encodeToken(rest: string): string {
  return Buffer.from(rest).toString('base64url');
}

function decodeToken(token: string): string {
  const rest = Buffer.from(token, 'base64url').toString();
  if (token !== '' && encodeToken(rest) === token) return rest;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}
