import type { Span } from './bodies.ts';
import { SMALL } from './bodies.ts';
import { type Answer, type Call, numberOf, xmlAnswer, xmlBody } from './call.ts';
import { checksumHeaders } from './checksums.ts';
import { checkRead, quoted } from './conditions.ts';
import { S3Error } from './errors.ts';
import { describe, headersToKeep } from './object-headers.ts';
import type { StoredObject } from './object-table.ts';
import { parseRange, wholeOf } from './range.ts';
import { receive } from './receive.ts';
import type { Store } from './store.ts';
import { tagsOfHeader } from './tagging.ts';
import { elementsOf, textOf, type XmlContent } from './xml.ts';

const MOST_DELETES = 1000;

export async function putObject(store: Store, call: Call): Promise<Answer> {
  const { bucket, key, headers } = call;
  store.buckets.get(bucket);
  const kept = headersToKeep(headers);
  const tags = tagsOfHeader(headers['x-amz-tagging']);
  const { piece, etag, checksum } = await receive(store, call);
  const full = checksum && ({ ...checksum, type: 'FULL_OBJECT' } as const);
  const object: StoredObject = {
    ...{ bucket, key, etag, size: piece.size, modified: Date.now(), pieces: [piece] },
    detail: { headers: kept, tags, checksum: full },
  };
  keepOrDrop(store, object, () => store.replace(call, { object, event: 'ObjectCreated:Put' }));
  return { status: 200, headers: { etag: quoted(etag), ...checksumHeaders(full) } };
}

/** Drops the bodies of an object that was not taken. */
export function keepOrDrop(
  { bodies }: Store,
  { pieces }: Pick<StoredObject, 'pieces'>,
  keep: () => void,
): void {
  try {
    keep();
  } catch (error) {
    bodies.drop(pieces);
    throw error;
  }
}

/** GET and HEAD: the server leaves the body out for HEAD. */
export function getObject(store: Store, call: Call): Answer {
  const object = store.object(call.bucket, call.key);
  checkRead(object, call.headers, '');
  const part = partOf(object, call);
  const ifRange = call.headers['if-range'];
  const rangeApplies = ifRange === undefined || ifRange === quoted(object.etag);
  const range = rangeApplies ? parseRange(call.headers['range'], object.size) : null;
  const span = part ?? range ?? wholeOf(object.size);
  const partial = (part ?? range) !== null;
  const headers: Record<string, string> = {
    ...describe(object, call, !partial),
    'content-length': String(span.last - span.first + 1),
  };
  if (partial) headers['content-range'] = `bytes ${span.first}-${span.last}/${object.size}`;
  if (part !== null) headers['x-amz-mp-parts-count'] = String(object.pieces.length);
  return { status: partial ? 206 : 200, headers, ...bodyOf(store, object, { call, span }) };
}

function bodyOf(
  { bodies }: Store,
  { size, pieces }: StoredObject,
  { call, span }: { call: Call; span: Span },
): Pick<Answer, 'body'> {
  if (call.operation === 'HeadObject') return {};
  if (size > SMALL) return { body: { reader: bodies.open(pieces), span } };
  return { body: bodies.readSmall(pieces).subarray(span.first, span.last + 1) };
}

/** The bytes of one part of a multipart object; null when the call asks for none. */
function partOf({ pieces, size }: StoredObject, call: Call): Span | null {
  const number = numberOf(call, 'partNumber', { least: 1, greatest: 10_000, absent: 0 });
  if (number === 0 || size === 0) return null;
  const piece = pieces[number - 1];
  if (piece === undefined) {
    throw new S3Error('InvalidPartNumber', `The requested partnumber ${number} is not there.`);
  }
  const first = pieces.slice(0, number - 1).reduce((sum, former) => sum + former.size, 0);
  return { first, last: first + piece.size - 1 };
}

export function deleteObject(store: Store, call: Call): Answer {
  store.remove(call, call.key);
  return { status: 204 };
}

/** Up to 1,000 keys; the answer tells of each, in quiet mode only of those that failed. */
export async function deleteObjects(store: Store, call: Call): Promise<Answer> {
  const request = await xmlBody(call, 'Delete');
  store.buckets.get(call.bucket);
  const entries = elementsOf(request, 'Object');
  if (entries.length === 0 || entries.length > MOST_DELETES) {
    throw new S3Error(
      'MalformedXML',
      `Found ${entries.length} keys to delete, allowed 1 to ${MOST_DELETES}.`,
    );
  }
  const quiet = textOf(request, 'Quiet') === 'true';
  const outcomes = entries.map((entry) => {
    const key = textOf(entry, 'Key') ?? '';
    return { key, error: tryDelete(store, call, { key, etag: textOf(entry, 'ETag') }) };
  });
  return xmlAnswer('DeleteResult', {
    Deleted: outcomes
      .filter(({ error }) => error === null && !quiet)
      .map(({ key }) => ({ Key: key })),
    Error: outcomes.flatMap(({ key, error }) => (error === null ? [] : [failure(key, error)])),
  });
}

function tryDelete(
  store: Store,
  call: Call,
  { key, etag }: { key: string; etag: string | undefined },
): S3Error | null {
  const headers = etag === undefined ? {} : { 'if-match': etag };
  try {
    if (key === '') throw new S3Error('InvalidArgument', 'Found an empty key.');
    store.remove({ ...call, key, headers }, key);
    return null;
  } catch (error) {
    if (error instanceof S3Error) return error;
    throw error;
  }
}

function failure(Key: string, { code, message }: S3Error): XmlContent {
  return { Key, Code: code, Message: message };
}
