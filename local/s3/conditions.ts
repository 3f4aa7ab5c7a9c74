import { notImplemented, S3Error } from './errors.ts';
import type { StoredObject } from './object-table.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** Names of the four conditions: those of a read, or of the source of a copy. */
export type ConditionPrefix = '' | 'x-amz-copy-source-';

/**
 * Checks `If-Match` and its kin on what is there. A read that finds nothing new throws NotModified;
 * everything else that fails throws PreconditionFailed.
 * Source: RFC 9110 section 13.2.2; a copy answers 412 in all cases.
 */
export function checkRead(object: StoredObject, headers: Headers, prefix: ConditionPrefix): void {
  const etag = quoted(object.etag);
  const match = headers[`${prefix}if-match`];
  const unmodified = timeOf(headers[`${prefix}if-unmodified-since`]);
  const modified = Math.floor(object.modified / 1000) * 1000;
  if (match === undefined ? modified > (unmodified ?? Infinity) : !names(match, object.etag)) {
    throw failed(match === undefined ? 'If-Unmodified-Since' : 'If-Match');
  }
  const noneMatch = headers[`${prefix}if-none-match`];
  const since = timeOf(headers[`${prefix}if-modified-since`]);
  const same = noneMatch === undefined ? modified <= (since ?? -1) : names(noneMatch, object.etag);
  if (!same) return;
  if (prefix !== '') throw failed(noneMatch === undefined ? 'If-Modified-Since' : 'If-None-Match');
  throw new S3Error('NotModified', 'Not Modified', { etag });
}

export function isConditionalWrite(headers: Headers): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** To be called in the turn in which the object is replaced, which makes check and write one. */
export function checkWrite(existing: StoredObject | null, headers: Headers): void {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw notImplemented('If-None-Match on a write with another value than *');
  }
  if (noneMatch !== undefined && existing !== null) throw failed('If-None-Match');
  const match = headers['if-match'];
  if (match === undefined) return;
  if (existing === null) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  if (!names(match, existing.etag)) throw failed('If-Match');
}

export function quoted(etag: string): string {
  return `"${etag}"`;
}

/** Whether a list of entity tags, quoted or not, names this one. */
function names(list: string, etag: string): boolean {
  return list
    .split(',')
    .map((tag) => tag.trim().replace(/^(?:W\/)?"?|"$/g, ''))
    .some((tag) => tag === '*' || tag === etag);
}

function timeOf(header: string | undefined): number | undefined {
  const time = Date.parse(header ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function failed(condition: string): S3Error {
  return new S3Error(
    'PreconditionFailed',
    `At least one of the pre-conditions you specified did not hold: ${condition}`,
  );
}
