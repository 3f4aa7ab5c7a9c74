import { randomUUID } from 'node:crypto';
import { type Answer, type Call, numberOf, xmlAnswer } from './call.ts';
import {
  algorithmOf,
  checksumElements,
  checksumHeader,
  checkType,
  defaultType,
} from './checksums.ts';
import { quoted } from './conditions.ts';
import { openSource } from './copy.ts';
import { headersToKeep } from './object-headers.ts';
import type { Detail } from './object-table.ts';
import { keepOrDrop } from './objects.ts';
import { parseCopyRange, wholeOf } from './range.ts';
import { type Received, receive, writeBody } from './receive.ts';
import type { Store } from './store.ts';
import { tagsOfHeader } from './tagging.ts';
import type { Part, Upload } from './upload-table.ts';

const MOST_PARTS = 10_000;

export function createMultipartUpload(store: Store, call: Call): Answer {
  const { bucket, key, headers } = call;
  store.buckets.get(bucket);
  const name = headers['x-amz-checksum-algorithm'];
  const parts = name === undefined ? null : partChecks(name, headers['x-amz-checksum-type']);
  const detail: Detail = {
    headers: headersToKeep(headers),
    tags: tagsOfHeader(headers['x-amz-tagging']),
    checksum: null,
    ...(parts === null ? {} : { parts }),
  };
  const id = randomUUID();
  store.uploads.create({ id, bucket, key, started: Date.now(), detail });
  const answer = xmlAnswer('InitiateMultipartUploadResult', {
    Bucket: bucket,
    Key: key,
    UploadId: id,
  });
  if (parts === null) return answer;
  const told = {
    'x-amz-checksum-algorithm': parts.algorithm,
    'x-amz-checksum-type': parts.type,
  };
  return { ...answer, headers: { ...answer.headers, ...told } };
}

function partChecks(name: string, type: string | undefined): NonNullable<Detail['parts']> {
  const algorithm = algorithmOf(name);
  return { algorithm, type: checkType(algorithm, type ?? defaultType(algorithm)) };
}

/** Throws NoSuchUpload and NoSuchBucket. */
export function uploadOf(store: Store, { bucket, key, query }: Call): Upload {
  store.buckets.get(bucket);
  return store.uploads.get({ id: query.get('uploadId') ?? '', bucket, key });
}

export async function uploadPart(store: Store, call: Call): Promise<Answer> {
  const upload = uploadOf(store, call);
  const number = partNumberOf(call);
  const received = await receive(store, call, upload.detail.parts?.algorithm ?? null);
  const { etag } = keepPart(store, call, { received, number });
  const { checksum } = received;
  const told = checksum === null ? {} : { [checksumHeader(checksum.algorithm)]: checksum.value };
  return { status: 200, headers: { etag: quoted(etag), ...told } };
}

export async function uploadPartCopy(store: Store, call: Call): Promise<Answer> {
  const upload = uploadOf(store, call);
  const number = partNumberOf(call);
  const { source, reader } = openSource(store, call);
  try {
    const range = parseCopyRange(call.headers['x-amz-copy-source-range'], source.size);
    const bytes = reader.chunks(range ?? wholeOf(source.size));
    const received = await writeBody(store, bytes, {
      algorithm: upload.detail.parts?.algorithm ?? null,
    });
    const part = keepPart(store, call, { received, number });
    const { checksum } = received;
    return xmlAnswer('CopyPartResult', {
      LastModified: new Date(part.modified).toISOString(),
      ETag: quoted(part.etag),
      ...checksumElements(checksum && { ...checksum, type: 'FULL_OBJECT' }),
    });
  } finally {
    reader.close();
  }
}

function partNumberOf(call: Call): number {
  return numberOf(call, 'partNumber', { least: 1, greatest: MOST_PARTS, absent: 0 });
}

/** In the place of a former part of that number, if the upload is still there. */
function keepPart(
  store: Store,
  call: Call,
  { received, number }: { received: Received; number: number },
): Part {
  const { piece, etag, checksum } = received;
  let former: Part | null = null;
  const part: Part = {
    ...{ upload: call.query.get('uploadId') ?? '', number, etag, modified: Date.now() },
    ...{ size: piece.size, file: piece.file, checksum: checksum?.value ?? null },
  };
  keepOrDrop(store, { pieces: [piece] }, () => {
    uploadOf(store, call);
    former = store.uploads.putPart(part);
  });
  if (former !== null) store.bodies.drop([former]);
  return part;
}

export function abortMultipartUpload(store: Store, call: Call): Answer {
  const upload = uploadOf(store, call);
  const parts = store.uploads.parts(upload.id);
  store.transaction(() => store.uploads.delete(upload));
  store.bodies.drop(parts);
  return { status: 204 };
}
