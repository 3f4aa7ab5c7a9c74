import type { Piece } from './bodies.ts';
import { type Answer, type Call, xmlAnswer } from './call.ts';
import { checksumElements } from './checksums.ts';
import { checkRead } from './conditions.ts';
import { S3Error } from './errors.ts';
import type { StoredObject } from './object-table.ts';
import type { Store } from './store.ts';
import type { XmlContent } from './xml.ts';

const MOST_PARTS = 1000;

const ATTRIBUTES: Readonly<Record<string, (object: StoredObject, call: Call) => XmlContent>> = {
  ETag: ({ etag }) => etag,
  Checksum: ({ detail: { checksum } }) =>
    checksum === null ? undefined : checksumElements(checksum),
  ObjectParts: partsOf,
  StorageClass: () => 'STANDARD',
  ObjectSize: ({ size }) => size,
};

export function getObjectAttributes(store: Store, call: Call): Answer {
  const object = store.object(call.bucket, call.key);
  checkRead(object, call.headers, '');
  const asked = (call.headers['x-amz-object-attributes'] ?? '')
    .split(',')
    .map((name) => name.trim());
  const unknown = asked.find((name) => !Object.hasOwn(ATTRIBUTES, name));
  if (unknown !== undefined) {
    const allowed = Object.keys(ATTRIBUTES).join(', ');
    throw new S3Error(
      'InvalidArgument',
      `x-amz-object-attributes: found ${unknown}, allowed ${allowed}`,
    );
  }
  const content = asked.map((name) => [name, ATTRIBUTES[name]?.(object, call)] as const);
  const answer = xmlAnswer('GetObjectAttributesResponse', Object.fromEntries(content));
  const modified = new Date(object.modified).toUTCString();
  return { ...answer, headers: { ...answer.headers, 'last-modified': modified } };
}

/** Only of objects from multipart uploads; the single parts only when they have checksums. */
function partsOf({ pieces, detail }: StoredObject, { headers }: Call): XmlContent {
  if (detail.upload === undefined) return undefined;
  const marker = Number(headers['x-amz-part-number-marker'] ?? 0);
  const most = Math.min(Number(headers['x-amz-max-parts'] ?? MOST_PARTS), MOST_PARTS);
  const rest = pieces.filter(({ part = 0 }) => part > marker);
  const page = rest.slice(0, most);
  return {
    PartsCount: pieces.length,
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.part ?? 0,
    MaxParts: most,
    IsTruncated: page.length < rest.length,
    Part:
      detail.checksum === null ? undefined : page.map((piece) => partXml(piece, detail.checksum)),
  };
}

function partXml({ part, size, checksum }: Piece, whole: StoredObject['detail']['checksum']) {
  return { PartNumber: part, Size: size, [`Checksum${whole?.algorithm}`]: checksum };
}
