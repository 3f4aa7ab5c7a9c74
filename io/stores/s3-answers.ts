import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { ObjectHead } from './object-store.ts';

/** What an answer tells of an object. */
export function headOf(output: {
  ContentLength?: number | undefined;
  ETag?: string | undefined;
  VersionId?: string | undefined;
  Metadata?: Record<string, string> | undefined;
  StorageClass?: string | undefined;
  Restore?: string | undefined;
}): ObjectHead {
  const { ContentLength: size = 0, ETag = '', VersionId, Metadata: metadata = {} } = output;
  const head = { size, etag: bare(ETag), version: VersionId ?? null, metadata };
  return isArchived(output) ? { ...head, isArchived: true } : head;
}

/** `Restore` says `ongoing-request="false"` as long as a restored copy is there. */
function isArchived({
  StorageClass = '',
  Restore = '',
}: {
  StorageClass?: string | undefined;
  Restore?: string | undefined;
}): boolean {
  const isAtHand = Restore.includes('ongoing-request="false"');
  return (StorageClass === 'GLACIER' || StorageClass === 'DEEP_ARCHIVE') && !isAtHand;
}

/** The parameter that asks for one version. */
export function versionOf(version: string | null | undefined) {
  return typeof version === 'string' ? { VersionId: version } : {};
}

/** S3 puts its entity tags into quotation marks, and leaves them out in events. */
export function bare(etag: string): string {
  return etag.replaceAll('"', '');
}

/** Of an error that the service answered. */
export function statusOf(error: unknown): number | undefined {
  return (error as S3ServiceException | undefined)?.$metadata?.httpStatusCode;
}
