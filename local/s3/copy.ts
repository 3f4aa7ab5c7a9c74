import type { Reader } from './bodies.ts';
import { type Answer, type Call, xmlAnswer } from './call.ts';
import { algorithmOf, checksumElements } from './checksums.ts';
import { checkRead, quoted } from './conditions.ts';
import { S3Error } from './errors.ts';
import { headersToKeep } from './object-headers.ts';
import type { Detail, StoredObject } from './object-table.ts';
import { keepOrDrop } from './objects.ts';
import { wholeOf } from './range.ts';
import { writeBody } from './receive.ts';
import type { Store } from './store.ts';
import { tagsOfHeader } from './tagging.ts';
import { percentDecode } from './text-encoding.ts';

const LARGEST = 5 * 1024 ** 3;

/** The source of a copy, its conditions checked; the reader is to be closed. */
export function openSource(store: Store, call: Call): { source: StoredObject; reader: Reader } {
  const header = call.headers['x-amz-copy-source'] ?? '';
  const [path = '', query = ''] = header.split('?');
  const [, bucket, key] = percentDecode(path).match(/^\/?([^/]+)\/(.+)$/s) ?? [];
  if (bucket === undefined || key === undefined || !/^(versionId=null)?$/.test(query)) {
    throw new S3Error(
      'InvalidArgument',
      `Copy Source must mention the source bucket and key: sourcebucket/sourcekey; found ${header}`,
    );
  }
  const source = store.object(bucket, key);
  checkRead(source, call.headers, 'x-amz-copy-source-');
  return { source, reader: store.bodies.open(source.pieces) };
}

export async function copyObject(store: Store, call: Call): Promise<Answer> {
  const { bucket, key, headers } = call;
  store.buckets.get(bucket);
  const { source, reader } = openSource(store, call);
  try {
    const detail = detailOf(source, call);
    if (source.size > LARGEST) {
      throw new S3Error('InvalidRequest', `The copy source is larger than ${LARGEST} bytes.`);
    }
    const wanted = headers['x-amz-checksum-algorithm'];
    const algorithm =
      wanted === undefined ? source.detail.checksum?.algorithm : algorithmOf(wanted);
    const bytes = reader.chunks(wholeOf(source.size));
    const { piece, etag, checksum } = await writeBody(store, bytes, {
      algorithm: algorithm ?? null,
    });
    const full = checksum && ({ ...checksum, type: 'FULL_OBJECT' } as const);
    const object: StoredObject = {
      ...{ bucket, key, etag, size: piece.size, modified: Date.now(), pieces: [piece] },
      detail: { ...detail, checksum: full },
    };
    keepOrDrop(store, object, () => store.replace(call, { object, event: 'ObjectCreated:Copy' }));
    return xmlAnswer('CopyObjectResult', {
      LastModified: new Date(object.modified).toISOString(),
      ETag: quoted(etag),
      ...checksumElements(full),
    });
  } finally {
    reader.close();
  }
}

/** Metadata and tags: those of the source, or those of the request where a directive says so. */
function detailOf(source: StoredObject, call: Call): Omit<Detail, 'checksum'> {
  const replaces = (name: string) => {
    const directive = call.headers[name] ?? 'COPY';
    if (directive === 'COPY' || directive === 'REPLACE') return directive === 'REPLACE';
    throw new S3Error('InvalidArgument', `${name}: found ${directive}, allowed COPY or REPLACE`);
  };
  const metadata = replaces('x-amz-metadata-directive');
  if (!metadata && source.bucket === call.bucket && source.key === call.key) {
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.",
    );
  }
  const tags = replaces('x-amz-tagging-directive');
  return {
    headers: metadata ? headersToKeep(call.headers) : source.detail.headers,
    tags: tags ? tagsOfHeader(call.headers['x-amz-tagging']) : source.detail.tags,
  };
}
