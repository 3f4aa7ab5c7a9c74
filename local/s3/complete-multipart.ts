import { createHash } from 'node:crypto';
import { type Answer, type Call, xmlAnswer, xmlBody } from './call.ts';
import {
  ALGORITHMS,
  type Checksum,
  checksumElements,
  checksumHeader,
  composeChecksums,
} from './checksums.ts';
import { quoted } from './conditions.ts';
import { S3Error } from './errors.ts';
import { uploadOf } from './multipart.ts';
import type { Detail, StoredObject } from './object-table.ts';
import type { Store } from './store.ts';
import type { Part, Upload } from './upload-table.ts';
import { elementsOf, textOf, type XmlElement } from './xml.ts';

/** All parts but the last. */
const LEAST_PART = 5 * 1024 ** 2;

/**
 * The parts become the pieces of the object; nothing is copied. Completing once more answers the
 * same as long as the object is there, so that a client which lost the answer may ask again.
 */
export async function completeMultipartUpload(store: Store, call: Call): Promise<Answer> {
  const entries = elementsOf(await xmlBody(call, 'CompleteMultipartUpload'), 'Part');
  const done = store.objects.get(call.bucket, call.key);
  if (done !== null && done.detail.upload === call.query.get('uploadId')) return told(done);
  const upload = uploadOf(store, call);
  const all = store.uploads.parts(upload.id);
  const parts = chosenParts(entries, all);
  const object = assemble(upload, parts);
  checkWhole(call, object);
  store.replace(call, {
    object,
    event: 'ObjectCreated:CompleteMultipartUpload',
    also: () => store.uploads.delete(upload),
  });
  const used = new Set(parts.map(({ file }) => file));
  store.bodies.drop(all.filter(({ file }) => !used.has(file)));
  return told(object);
}

/** The parts that the request names; throws InvalidPart and its kin. */
function chosenParts(entries: readonly XmlElement[], all: readonly Part[]): Part[] {
  if (entries.length === 0) {
    throw new S3Error('MalformedXML', 'Found no parts, allowed a list of at least one part.');
  }
  const byNumber = new Map(all.map((part) => [part.number, part]));
  let former = 0;
  const parts = entries.map((entry) => {
    const number = Number(textOf(entry, 'PartNumber'));
    if (!(number > former)) {
      throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
    }
    former = number;
    const part = byNumber.get(number);
    if (part !== undefined && agrees(entry, part)) return part;
    throw new S3Error(
      'InvalidPart',
      `One or more of the specified parts could not be found: part ${number} may not have been uploaded, or its entity tag or checksum differs.`,
    );
  });
  const small = parts.slice(0, -1).find(({ size }) => size < LEAST_PART);
  if (small === undefined) return parts;
  throw new S3Error(
    'EntityTooSmall',
    `Your proposed upload is smaller than the minimum allowed size: part ${small.number} has ${small.size} bytes, allowed ${LEAST_PART}.`,
  );
}

function agrees(entry: XmlElement, part: Part): boolean {
  const etag = textOf(entry, 'ETag')?.replace(/^"|"$/g, '');
  const claims = ALGORITHMS.map((algorithm) => textOf(entry, `Checksum${algorithm}`));
  return (
    etag === part.etag && claims.every((claim) => claim === undefined || claim === part.checksum)
  );
}

function assemble({ bucket, key, id, detail }: Upload, parts: readonly Part[]): StoredObject {
  const md5 = createHash('md5');
  for (const { etag } of parts) md5.update(etag, 'hex');
  const { parts: checks, ...kept } = detail;
  return {
    bucket,
    key,
    size: parts.reduce((sum, { size }) => sum + size, 0),
    etag: `${md5.digest('hex')}-${parts.length}`,
    modified: Date.now(),
    detail: { ...kept, checksum: checksumOf(checks, parts), upload: id },
    pieces: parts.map(({ file, size, number, checksum }) => ({
      ...{ file, size, part: number },
      ...(checksum === null ? {} : { checksum }),
    })),
  };
}

function checksumOf(checks: Detail['parts'], parts: readonly Part[]): Checksum | null {
  if (checks === undefined) return null;
  const values = parts.map(({ size, checksum }) => ({ size, value: checksum ?? '' }));
  return composeChecksums(checks.algorithm, checks.type, values);
}

/** Checks what the request says of the whole object. */
function checkWhole({ headers }: Call, { size, detail: { checksum } }: StoredObject): void {
  const expected = headers['x-amz-mp-object-size'];
  if (expected !== undefined && expected !== String(size)) {
    throw new S3Error(
      'InvalidRequest',
      `The provided x-amz-mp-object-size does not match: found ${size} bytes, allowed ${expected}`,
    );
  }
  const claim = checksum === null ? undefined : headers[checksumHeader(checksum.algorithm)];
  if (claim !== undefined && claim.replace(/-\d+$/, '') !== checksum?.value.replace(/-\d+$/, '')) {
    throw new S3Error('BadDigest', 'The checksum of the object does not match the calculated one.');
  }
}

function told({ bucket, key, etag, detail }: StoredObject): Answer {
  return xmlAnswer('CompleteMultipartUploadResult', {
    Location: `/${bucket}/${key}`,
    Bucket: bucket,
    Key: key,
    ETag: quoted(etag),
    ...checksumElements(detail.checksum),
  });
}
