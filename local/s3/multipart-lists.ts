import { type Answer, type Call, numberOf, xmlAnswer } from './call.ts';
import { quoted } from './conditions.ts';
import { encoderOf } from './list-objects.ts';
import { uploadOf } from './multipart.ts';
import type { Store } from './store.ts';
import type { Part, Upload } from './upload-table.ts';
import type { XmlContent } from './xml.ts';

const MOST = 1000;

export function listParts(store: Store, call: Call): Answer {
  const upload = uploadOf(store, call);
  const marker = numberOf(call, 'part-number-marker', { least: 0, greatest: 2 ** 31, absent: 0 });
  const most = Math.min(
    numberOf(call, 'max-parts', { least: 0, greatest: 2 ** 31, absent: MOST }),
    MOST,
  );
  const rest = store.uploads.parts(upload.id).filter(({ number }) => number > marker);
  const page = rest.slice(0, most);
  return xmlAnswer('ListPartsResult', {
    Bucket: call.bucket,
    Key: call.key,
    UploadId: upload.id,
    Initiator: OWNER,
    Owner: OWNER,
    StorageClass: 'STANDARD',
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.number ?? 0,
    MaxParts: most,
    IsTruncated: page.length < rest.length,
    ChecksumAlgorithm: upload.detail.parts?.algorithm,
    ChecksumType: upload.detail.parts?.type,
    Part: page.map((part) => partXml(part, upload)),
  });
}

const OWNER = { ID: 'local', DisplayName: 'local' };

function partXml({ number, size, etag, modified, checksum }: Part, { detail }: Upload): XmlContent {
  const name = detail.parts?.algorithm;
  return {
    PartNumber: number,
    LastModified: new Date(modified).toISOString(),
    ETag: quoted(etag),
    Size: size,
    ...(name === undefined || checksum === null ? {} : { [`Checksum${name}`]: checksum }),
  };
}

export function listMultipartUploads(store: Store, call: Call): Answer {
  const { bucket, query } = call;
  store.buckets.get(bucket);
  const encode = encoderOf(call);
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = query.get('upload-id-marker') ?? '';
  const most = Math.min(
    numberOf(call, 'max-uploads', { least: 0, greatest: 2 ** 31, absent: MOST }),
    MOST,
  );
  const all = store.uploads.inBucket(bucket).filter(({ key }) => key.startsWith(prefix));
  const rest = keyMarker === '' ? all : behindMarkers(all, keyMarker, idMarker);
  const page = rest.slice(0, most);
  const truncated = page.length < rest.length;
  const last = truncated ? page.at(-1) : undefined;
  return xmlAnswer('ListMultipartUploadsResult', {
    Bucket: bucket,
    Prefix: encode(prefix),
    KeyMarker: encode(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: last && encode(last.key),
    NextUploadIdMarker: last?.id,
    MaxUploads: most,
    EncodingType: query.get('encoding-type'),
    IsTruncated: truncated,
    Upload: page.map((upload) => uploadXml(upload, encode)),
  });
}

/** What comes after the upload that the markers name, or after all of its key. */
function behindMarkers(all: readonly Upload[], key: string, id: string): readonly Upload[] {
  const at = all.findIndex((upload) => upload.key === key && upload.id === id);
  if (at >= 0) return all.slice(at + 1);
  const marker = Buffer.from(key);
  return all.filter((upload) => Buffer.compare(Buffer.from(upload.key), marker) > 0);
}

function uploadXml({ id, key, started, detail }: Upload, encode: (text: string) => string) {
  return {
    Key: encode(key),
    UploadId: id,
    Initiator: OWNER,
    Owner: OWNER,
    StorageClass: 'STANDARD',
    Initiated: new Date(started).toISOString(),
    ChecksumAlgorithm: detail.parts?.algorithm,
    ChecksumType: detail.parts?.type,
  };
}
