import { getObjectAttributes } from './attributes.ts';
import * as buckets from './buckets.ts';
import type { Handler, Headers } from './call.ts';
import { completeMultipartUpload } from './complete-multipart.ts';
import { copyObject } from './copy.ts';
import { notImplemented } from './errors.ts';
import { listObjectsV1, listObjectsV2 } from './list-objects.ts';
import * as multipart from './multipart.ts';
import { listMultipartUploads, listParts } from './multipart-lists.ts';
import * as objects from './objects.ts';
import { checkHeaders } from './refused-headers.ts';
import * as tagging from './tagging.ts';
import type { Target } from './target.ts';

/** One operation: where it applies, and all that its query may say. */
interface Route {
  readonly operation: string;
  readonly handler: Handler;
  /** `GET service`, `PUT bucket`, `POST object` and so on. */
  readonly on: string;
  /** Query parameters that must be there; `list-type=2` with a value. */
  readonly needs: readonly string[];
  readonly may: readonly string[];
  /** A header that must be there. */
  readonly header?: string;
}

const OVERRIDES = ['type', 'language', 'disposition', 'encoding'].map(
  (name) => `response-content-${name}`,
);
const READ = ['partNumber', ...OVERRIDES, 'response-cache-control', 'response-expires'];
const LIST = ['prefix', 'delimiter', 'max-keys', 'encoding-type'];
const PART = ['partNumber', 'uploadId'];
const COPY = 'x-amz-copy-source';

/** The first that fits is taken: those that need more stand first. */
const ROUTES: readonly Route[] = [
  route('ListBuckets', buckets.listBuckets, 'GET service'),
  route('CreateBucket', buckets.createBucket, 'PUT bucket'),
  route('HeadBucket', buckets.headBucket, 'HEAD bucket'),
  route('DeleteBucket', buckets.deleteBucket, 'DELETE bucket'),
  route('GetBucketLocation', buckets.getBucketLocation, 'GET bucket', ['location']),
  route('GetBucketVersioning', buckets.getBucketVersioning, 'GET bucket', ['versioning']),
  route('GetBucketNotificationConfiguration', buckets.getBucketNotification, 'GET bucket', [
    'notification',
  ]),
  route('PutBucketNotificationConfiguration', buckets.putBucketNotification, 'PUT bucket', [
    'notification',
  ]),
  {
    ...route('ListMultipartUploads', listMultipartUploads, 'GET bucket', ['uploads']),
    may: ['prefix', 'key-marker', 'upload-id-marker', 'max-uploads', 'encoding-type'],
  },
  {
    ...route('ListObjectsV2', listObjectsV2, 'GET bucket', ['list-type=2']),
    may: [...LIST, 'continuation-token', 'start-after', 'fetch-owner'],
  },
  { ...route('ListObjects', listObjectsV1, 'GET bucket'), may: [...LIST, 'marker'] },
  route('DeleteObjects', objects.deleteObjects, 'POST bucket', ['delete']),
  { ...route('UploadPartCopy', multipart.uploadPartCopy, 'PUT object', PART), header: COPY },
  route('UploadPart', multipart.uploadPart, 'PUT object', PART),
  { ...route('CopyObject', copyObject, 'PUT object'), header: COPY },
  route('PutObject', objects.putObject, 'PUT object'),
  route('PutObjectTagging', tagging.putObjectTagging, 'PUT object', ['tagging']),
  route('GetObjectTagging', tagging.getObjectTagging, 'GET object', ['tagging']),
  route('DeleteObjectTagging', tagging.deleteObjectTagging, 'DELETE object', ['tagging']),
  route('GetObjectAttributes', getObjectAttributes, 'GET object', ['attributes']),
  {
    ...route('ListParts', listParts, 'GET object', ['uploadId']),
    may: ['max-parts', 'part-number-marker'],
  },
  { ...route('GetObject', objects.getObject, 'GET object'), may: READ },
  { ...route('HeadObject', objects.getObject, 'HEAD object'), may: READ },
  route('AbortMultipartUpload', multipart.abortMultipartUpload, 'DELETE object', ['uploadId']),
  route('DeleteObject', objects.deleteObject, 'DELETE object'),
  route('CreateMultipartUpload', multipart.createMultipartUpload, 'POST object', ['uploads']),
  route('CompleteMultipartUpload', completeMultipartUpload, 'POST object', ['uploadId']),
];

function route(
  operation: string,
  handler: Handler,
  on: string,
  needs: readonly string[] = [],
): Route {
  return { operation, handler, on, needs, may: [] };
}

/** Part of every signed request: who asks, not what for. */
const SIGNATURE = /^(x-id|X-Amz-[\w-]+|AWSAccessKeyId|Signature|Expires)$/i;

/** The operation that a request asks for; throws NotImplemented for all that is not here. */
export function findRoute(method: string, target: Target, headers: Headers): Route {
  const level = target.bucket === '' ? 'service' : target.key === '' ? 'bucket' : 'object';
  const names = [...target.query.keys()].filter((name) => !SIGNATURE.test(name));
  const found = ROUTES.find(
    ({ on, needs, may, header }) =>
      on === `${method} ${level}` &&
      needs.every((need) => has(target.query, need)) &&
      names.every((name) => may.includes(name) || needs.some((need) => isNamed(need, name))) &&
      (header === undefined || headers[header] !== undefined),
  );
  if (found === undefined) {
    throw notImplemented(`${method} on a ${level} with the query [${names.join(', ')}]`);
  }
  checkHeaders(headers);
  return found;
}

function isNamed(need: string, name: string): boolean {
  return need.split('=')[0] === name;
}

function has(query: ReadonlyMap<string, string>, need: string): boolean {
  const [name = '', value] = need.split('=');
  return value === undefined ? query.has(name) : query.get(name) === value;
}
